"""StopRequests: which row a check asked to end the run before, and why."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

from checkwright.wording import one_line

__all__ = ["StopRequests"]


class StopRequests:
    """Takes the requests of checks, see `Toolbox.stop`; may be called from several threads.

    A request counts for the row that its thread is at. One of a thread that is at none, as a check may have
    started it, counts for the first row that any thread is at; where no row is noted, for the next one.
    """

    __slots__ = ("_at", "asked")

    def __init__(self) -> None:
        self._at: dict[int, int] = {}
        #: The number of a row, by its place in the chunk, to the reason; empty when nobody asked.
        self.asked: dict[int, str] = {}

    def __call__(self, reason: str) -> None:
        """Ask the run to end; the first reason for a row stays."""
        row = self._at.get(get_ident())
        if row is None:
            row = min(list(self._at.values()), default=0)
        self.asked.setdefault(row, one_line(str(reason)))

    @contextmanager
    def at(self, row: int) -> Iterator[None]:
        """Note that this thread is at a row."""
        thread = get_ident()
        self._at[thread] = row
        try:
            yield
        finally:
            del self._at[thread]

    @property
    def first(self) -> int:
        """The first row that is not to be written; a large number when there is none."""
        return min(list(self.asked), default=sys.maxsize)

    @property
    def reason(self) -> str | None:
        """Why the run is to end; None when it is not."""
        return self.asked[self.first] if self.asked else None
