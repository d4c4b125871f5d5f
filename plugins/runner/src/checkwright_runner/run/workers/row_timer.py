"""RowTimer: ends this process when one row takes too long, and tells the parent that rows go by."""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..row_limit import RowLimit

__all__ = ["RowTimer"]

#: Arming costs as much as a few rows, so it is done anew only after this part of the time.
_PART = 1 / 8
#: Seconds that a row has at the least when its clock goes on.
_LEAST = 0.1


class RowTimer:
    """Ends the process when more than the time of a row passes between two calls of `row`.

    A thread of the interpreter itself waits, so code that hangs without ever giving way is ended too.
    Between two calls at least 7/8 of the time are granted, and all of it after `start`. The time is that of
    the largest rubric so far: rows of several rubrics take turns. A process that is stopped as a whole ends
    nothing: for that the parent has the beats.

    file: the descriptor that says it, see `TIMEOUT_TEXT`.
    beat: called with the seconds that are granted, whenever the timer is armed anew; with None while the
        clock stands still.
    """

    def __init__(self, limit: RowLimit, file: int, beat: Callable[[float | None], object]) -> None:
        self._limit = limit
        self._file = file
        self._beat = beat
        self._due = 0.0
        self._end = 0.0
        self._checks = 0
        self._outside = 0

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
            self._arm(now, seconds)
            self._due = now + seconds * _PART

    def _arm(self, now: float, seconds: float) -> None:
        self._beat(seconds)
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._file)
        self._end = now + seconds

    def stop(self) -> None:
        """Stop counting."""
        if self._limit.seconds is not None:
            faulthandler.cancel_dump_traceback_later()

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Let the clock stand still while a check waits for something that has a time limit of its own."""
        left = self._end - time.monotonic()
        counts = self._limit.seconds is not None and not self._outside
        self._outside += 1
        if counts:
            faulthandler.cancel_dump_traceback_later()
            self._beat(None)
        try:
            yield
        finally:
            self._outside -= 1
            if counts:
                now = time.monotonic()
                self._due += now + left - self._end
                self._arm(now, max(left, _LEAST))
