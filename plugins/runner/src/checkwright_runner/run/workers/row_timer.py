"""RowTimer: ends this process when one row takes too long, and tells the parent that rows go by."""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Callable

from ..row_limit import RowLimit

__all__ = ["RowTimer"]

#: Arming costs as much as a few rows, so it is done anew only after this part of the time.
_PART = 1 / 8


class RowTimer:
    """Ends the process when more than the time of a row passes between two calls of `row`.

    A thread of the interpreter itself waits, so code that hangs without ever giving way is ended too.
    Between two calls at least 7/8 of the time are granted, and all of it after `start`. The time is that of
    the largest rubric so far: rows of several rubrics take turns. A process that is stopped as a whole ends
    nothing: for that the parent has the beats.

    file: the descriptor that says it, see `TIMEOUT_TEXT`.
    beat: called with the seconds that are granted, whenever the timer is armed anew.
    """

    def __init__(self, limit: RowLimit, file: int, beat: Callable[[float], object]) -> None:
        self._limit = limit
        self._file = file
        self._beat = beat
        self._due = 0.0
        self._checks = 0

    def start(self) -> None:
        """Begin to count."""
        self._due = 0.0
        self.row(0)

    def row(self, checks: int) -> None:
        """Begin to count anew, for a row of a rubric with so many checks."""
        if self._limit.seconds is None:
            return
        now = time.monotonic()
        if now >= self._due or checks > self._checks:
            self._checks = max(self._checks, checks)
            seconds = self._limit.of(self._checks) or 0.0
            self._beat(seconds)
            faulthandler.dump_traceback_later(seconds, exit=True, file=self._file)
            self._due = now + seconds * _PART

    def stop(self) -> None:
        """Stop counting."""
        if self._limit.seconds is not None:
            faulthandler.cancel_dump_traceback_later()
