"""Remembering what one PHP said of files: `php -l` says the same of the same file again."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Mapping

from .linting import Mistake, lint

__all__ = ["Lints"]

#: Files that are remembered, the last ones asked about.
_MOST = 4_096


class Lints:
    """What a PHP says of files; of those that it was asked about lately it is not asked again.

    path: of the program.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: dict[bytes, Mistake | None] = {}
        self._lock = threading.Lock()

    def of(self, sources: Iterable[str], seconds: float) -> Mapping[str, Mistake | None]:
        """Give what is wrong with each source, None where nothing is; what is new is linted in one go.

        Raises:
            Late, ServiceError: as for `lint`.
        """
        keys = {source: _key(source) for source in sources}
        found: dict[str, Mistake | None] = {}
        with self._lock:
            for source, key in keys.items():
                if key in self._known:
                    found[source] = self._known[key] = self._known.pop(key)
        new = [source for source in keys if source not in found]
        if new:
            told = dict(zip(new, lint(self._path, new, seconds), strict=True))
            with self._lock:
                for source, mistake in told.items():
                    # Where PHP breaks it names no line; whether it breaks again is for it to say.
                    if mistake is None or mistake.line is not None:
                        self._known[keys[source]] = mistake
                for key in list(self._known)[: max(len(self._known) - _MOST, 0)]:
                    del self._known[key]
            found |= told
        return found


def _key(source: str) -> bytes:
    return hashlib.blake2b(source.encode("utf-8", "surrogatepass"), digest_size=16).digest()
