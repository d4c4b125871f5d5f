"""Deadlines: which worker has been silent for too long, whatever keeps it from saying so itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Deadlines"]

T = TypeVar("T", bound=Hashable)

#: What a worker is granted beyond the time of a row: its own row timer is to act first.
_GRACE_PART, _GRACE_SECONDS = 1 / 4, 2.0
#: Seconds after which somebody looks, at most.
_LOOK = 1.0


class Deadlines(Generic[T]):
    """When each busy worker has to have said something.

    A process that was suspended, with the whole machine or by itself, finds all its deadlines past though
    nobody was silent: a look that comes late moves them by as much.

    seconds: for one row, at the least; None for no end. clock: seconds that only grow.
    """

    def __init__(self, seconds: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._granted = None if seconds is None else _granted(seconds)
        self._due: dict[T, float] = {}
        self._looked = clock()

    @property
    def wait(self) -> float | None:
        """Seconds after which to look again; None when nobody can be late."""
        return None if self._granted is None else min(self._granted / 4, _LOOK)

    def begin(self, worker: T, least: float = 0.0) -> None:
        """Count anew for a worker: it was given something, or said something.

        least: seconds that a row of it has at the least.
        """
        if self._granted is not None:
            self._due[worker] = self._clock() + max(self._granted, _granted(least))

    def end(self, worker: T) -> None:
        """Count no longer for a worker."""
        self._due.pop(worker, None)

    def late(self) -> list[T]:
        """Return the workers whose time is over. To be called when all that was said has been heard."""
        if self._granted is None or self.wait is None:
            return []
        now = self._clock()
        missed, self._looked = now - self._looked - self.wait, now
        if missed > self.wait:
            self._due = {worker: due + missed for worker, due in self._due.items()}
        return [worker for worker, due in self._due.items() if due < now]


def _granted(seconds: float) -> float:
    return seconds * (1 + _GRACE_PART) + _GRACE_SECONDS
