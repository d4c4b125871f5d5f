"""SlidingWindow: so much in any minute, to the letter."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

__all__ = ["MINUTE", "SlidingWindow", "Taken"]

#: Seconds of the window.
MINUTE = 60.0


@dataclass(slots=True, eq=False)
class Taken:
    """What was taken at a time. counts: whether the window still has it."""

    at: float
    amount: int
    counts: bool = True


class SlidingWindow:
    """Counts what was taken in the last minute; not for several threads.

    Whoever takes when `wait` is 0, by a clock that never goes back, takes at most `limit` in any window
    [t, t + 60) seconds, by the amounts as they stood when they were taken. A bucket that fills steadily would
    let through twice as much in a minute that begins with a full one.

    limit: 1 or more.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._taken: deque[Taken] = deque()
        self._sum = 0

    def wait(self, now: float, amount: int) -> float:
        """Return the seconds until so much can be taken; 0 for now, and no more than there have to be.

        amount: one above the limit, which would never fit, needs a window that is empty.
        """
        self._forget(now)
        over = self._sum + amount - self._limit
        until = now
        for taken in self._taken:
            if over <= 0:
                break
            over -= taken.amount
            until = taken.at + MINUTE
        return until - now

    def take(self, now: float, amount: int) -> Taken:
        """Count an amount from now on."""
        taken = Taken(now, amount)
        self._taken.append(taken)
        self._sum += amount
        return taken

    def correct(self, taken: Taken, amount: int) -> None:
        """Count another amount than was taken, at the same time as before."""
        if taken.counts:
            self._sum += amount - taken.amount
        taken.amount = amount

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0].at + MINUTE <= now:
            gone = self._taken.popleft()
            gone.counts = False
            self._sum -= gone.amount
