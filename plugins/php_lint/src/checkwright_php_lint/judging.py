"""Judging files: one lint for each, shared by all checks of a case."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from .halting import halted, halting_probe
from .linting import Mistake, lint

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkwright import Case

    from .wrapping import File

__all__ = ["SECONDS", "mistakes"]

#: For all files of a check on one response.
SECONDS = 10.0


def mistakes(case: Case, php: str, files: Sequence[File]) -> list[Mistake | None]:
    """Give what is wrong with each file, None where nothing is.

    php: the path of the program.

    Raises:
        Late: it took too long.
        ServiceError: PHP could not be run.
    """
    lints, until = case.memo(_lints), time.monotonic() + SECONDS
    lints.learn(php, [part for file in files for part in (file.source, file.guard) if part], until)
    good = [file.source for file in files if lints.of(php, file.source) is None]
    probes = {source: probe for source in good if (probe := halting_probe(source)) is not None}
    lints.learn(php, probes.values(), until)
    hidden = {source for source, probe in probes.items() if lints.of(php, probe) is None}
    return [
        halted(file.source)
        if file.source in hidden
        else lints.of(php, file.source) or _left(lints, php, file)
        for file in files
    ]


def _left(lints: _Lints, php: str, file: File) -> Mistake | None:
    """Notice code that ends its wrapper and begins another one."""
    mistake = lints.of(php, file.guard) if file.guard else None
    if mistake is None or not mistake.parse:
        return None
    return Mistake("the code closes what is put around it", mistake.line, parse=True)


def _lints(case: Case) -> _Lints:  # noqa: ARG001 - called by the memo of a case
    return _Lints()


class _Lints:
    """What PHP says of the files of one case; each is linted once, whoever asks."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Mistake | None] = {}
        self._lock = threading.Lock()

    def learn(self, php: str, sources: Iterable[str], until: float) -> None:
        """Lint what is not known yet, in one go. until: on the monotonic clock."""
        with self._lock:
            new = [source for source in dict.fromkeys(sources) if (php, source) not in self._known]
            if new:
                found = lint(php, new, until - time.monotonic())
                self._known.update(((php, source), one) for source, one in zip(new, found, strict=True))

    def of(self, php: str, source: str) -> Mistake | None:
        """Give what is wrong with a file that was linted."""
        return self._known[php, source]
