"""RowTimer: ends this process when one row takes too long, and tells the parent that rows go by."""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Callable

__all__ = ["RowTimer"]

#: Arming costs as much as a few rows, so it is done anew only after this part of the time.
_PART = 1 / 8


class RowTimer:
    """Ends the process when more than `seconds` pass between two calls of `row`.

    A thread of the interpreter itself waits, so code that hangs without ever giving way is ended too.
    Between two calls at least 7/8 of the time are granted, and all of it after `start`. A process that is
    stopped as a whole ends nothing: for that the parent has the beats.

    seconds: for one row; None without end. file: the descriptor that says it, see `TIMEOUT_TEXT`.
    beat: called whenever the timer is armed anew.
    """

    def __init__(self, seconds: float | None, file: int, beat: Callable[[], object]) -> None:
        self._seconds = seconds
        self._file = file
        self._beat = beat
        self._due = 0.0

    def start(self) -> None:
        """Begin to count."""
        self._due = 0.0
        self.row()

    def row(self) -> None:
        """Begin to count anew."""
        if self._seconds is None:
            return
        now = time.monotonic()
        if now >= self._due:
            self._beat()
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._file)
            self._due = now + self._seconds * _PART

    def stop(self) -> None:
        """Stop counting."""
        if self._seconds is not None:
            faulthandler.cancel_dump_traceback_later()
