"""A cache of lint results: `php -l` reports the same for the same file again."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping

from .lint import Mistake, lint

__all__ = ["LintCache"]

#: Results that are kept, those used last.
_MOST_RESULTS = 4_096


class LintCache:
    """Lints files by one PHP, and keeps the latest results. Safe from several threads.

    path: of the program.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: dict[bytes, Mistake | None] = {}
        self._lock = threading.Lock()

    def lint(self, sources: Iterable[str], seconds: float) -> Mapping[str, Mistake | None]:
        """Return the mistake of each source, None for a valid one; the new ones are linted in one call.

        Raises:
            TimedOut, ServiceError: as for `lint`.
        """
        keys = {source: _key(source) for source in sources}
        found: dict[str, Mistake | None] = {}
        with self._lock:
            for source, key in keys.items():
                if key in self._known:
                    found[source] = self._known[key] = self._known.pop(key)
        new = [source for source in keys if source not in found]
        if new:
            linted = dict(zip(new, lint(self._path, new, seconds), strict=True))
            with self._lock:
                for source, mistake in linted.items():
                    # A crash of PHP has no line; it is not kept, since it may not happen again.
                    if mistake is None or mistake.line is not None:
                        self._known[keys[source]] = mistake
                for key in list(self._known)[: max(len(self._known) - _MOST_RESULTS, 0)]:
                    del self._known[key]
            found |= linted
        return found


def _key(source: str) -> bytes:
    return hashlib.blake2b(source.encode("utf-8", "surrogatepass"), digest_size=16).digest()
