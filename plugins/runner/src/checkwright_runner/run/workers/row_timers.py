"""RowTimers: end this process when one of several rows takes too long, each by the clock of its thread."""

from __future__ import annotations

import faulthandler
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock, get_ident

from ..row_limit import RowLimit

__all__ = ["RowTimers"]

#: Seconds that a row has at the least when its clock goes on.
_LEAST = 0.1


@dataclass(slots=True)
class _Clock:
    """The clock of a thread that is at a row.

    limit: seconds of the row. left: of them, when it last stood still. end: when it is over, None while the
    clock stands still. depth: how many times the thread went outside and did not come back.
    """

    limit: float
    left: float
    end: float | None
    depth: int = 0


class RowTimers:
    """Ends the process when a thread spends more than the time of its row between `row` and `done`.

    The time outside does not count, for each thread by itself. Of all clocks that go, the one that is over
    first has the one timer of the interpreter, see `RowTimer`; when none goes, nobody counts. A thread that
    is at no row, such as one that a check started, may go outside, and changes nothing by it: a row that
    waits for threads of its own goes outside itself.

    file, beat: as for `RowTimer`; the seconds that are told are those of the whole row.
    mine: called first of all; it returns in the process of the worker only.
    """

    def __init__(
        self,
        limit: RowLimit,
        file: int,
        beat: Callable[[float | None], object],
        mine: Callable[[], object],
    ) -> None:
        self._limit = limit
        self._file = file
        self._beat = beat
        self._mine = mine
        self._lock = Lock()
        self._clocks: dict[int, _Clock] = {}
        self._armed: float | None = None

    def start(self) -> None:
        """Begin to count for this thread, before it knows of any row."""
        self.row(0)

    def row(self, checks: int) -> None:
        """Begin to count anew for this thread, for a row of a rubric with so many checks."""
        self._mine()
        seconds = self._limit.of(checks)
        if seconds is not None:
            with self._lock:
                self._clocks[get_ident()] = _Clock(seconds, seconds, time.monotonic() + seconds)
                self._arm()

    def done(self) -> None:
        """Count no longer for this thread."""
        self._mine()
        with self._lock:
            if self._clocks.pop(get_ident(), None) is not None:
                self._arm()

    def stop(self) -> None:
        """Count for no thread."""
        with self._lock:
            self._clocks.clear()
            self._armed = None
            faulthandler.cancel_dump_traceback_later()

    def _arm(self) -> None:
        """Give the timer to the clock that is over first."""
        going = [clock for clock in self._clocks.values() if clock.end is not None]
        first = min(going, key=lambda clock: clock.end or 0.0, default=None)
        end = None if first is None else first.end
        if end == self._armed:
            return
        self._armed = end
        if first is None or end is None:
            faulthandler.cancel_dump_traceback_later()
            self._beat(None)
            return
        self._beat(first.limit)
        seconds = max(end - time.monotonic(), _LEAST)
        faulthandler.dump_traceback_later(seconds, exit=True, file=self._file)

    @contextmanager
    def outside(self) -> Iterator[None]:
        """Let the clock of this thread stand still while its row waits for something outside."""
        clock = self._clocks.get(get_ident())
        if clock is None:
            yield
            return
        self._turn(clock, 1)
        try:
            yield
        finally:
            self._turn(clock, -1)

    def _turn(self, clock: _Clock, step: int) -> None:
        """Go outside with 1, and come back with -1."""
        self._mine()
        with self._lock:
            clock.depth += step
            now = time.monotonic()
            if clock.depth == 0:
                clock.end = now + max(clock.left, _LEAST)
            elif clock.end is not None:
                clock.left, clock.end = clock.end - now, None
            self._arm()
