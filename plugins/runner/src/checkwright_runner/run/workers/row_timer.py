"""RowTimer: end this process when one row takes too long, whatever it is doing."""

from __future__ import annotations

import faulthandler
import time

__all__ = ["TIMED_OUT", "RowTimer"]

#: What the interpreter writes first when the time is over.
TIMED_OUT = b"Timeout "
#: Starting the timer costs as much as a few rows, so it is started anew only after this part of the time.
_PART = 1 / 8


class RowTimer:
    """Ends the process when more than `seconds` pass between two calls of `row`.

    A thread of the interpreter itself waits, so code that hangs without ever giving way is ended too.
    Between two calls at least 7/8 of the time are granted, and all of it after `start`.
    """

    def __init__(self, seconds: float | None, file: int) -> None:
        self._seconds = seconds
        self._file = file
        self._due = 0.0

    def start(self) -> None:
        """Begin to count."""
        self._due = 0.0
        self.row()

    def row(self) -> None:
        """Begin to count anew, for the next row."""
        if self._seconds is None:
            return
        now = time.monotonic()
        if now >= self._due:
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._file)
            self._due = now + self._seconds * _PART

    def stop(self) -> None:
        """Stop counting."""
        if self._seconds is not None:
            faulthandler.cancel_dump_traceback_later()
