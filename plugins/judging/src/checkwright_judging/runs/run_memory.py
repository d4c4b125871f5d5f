"""RunMemory: what a run remembers of its judges, and what it may spend, as names of files and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TypeVar

from ..asking.caps import Caps
from ..asking.shared import SharedByRun
from ..memory.cache import Cache
from ..memory.memories import Memories
from ..memory.paid import Paid
from ..memory.recording import Recording
from ..memory.replay import Replay

__all__ = ["RunMemory"]

F = TypeVar("F", bound=Cache | Paid | Recording | None)


@dataclass(frozen=True, slots=True)
class RunMemory:
    """Files by their paths, None for none; pickles.

    cache: replies of any run. record: takes what a replay needs. replay: what was recorded, and then nothing
        is sent. paid: what an unfinished run has paid for.
    run: a word that all processes of one run have and no other run has; for `paid`.
    max_calls: requests at the most. max_cost: in the currency of the prices. None for no cap.
    """

    cache: str | None = None
    record: str | None = None
    replay: str | None = None
    paid: str | None = None
    run: str = ""
    max_calls: int | None = None
    max_cost: float | None = None

    @property
    def is_replay(self) -> bool:
        """Whether nothing is ever sent."""
        return self.replay is not None

    def open(self, closing: ExitStack) -> SharedByRun:
        """Open all of it; `closing` closes it again.

        Raises:
            ValueError: a file cannot be opened; the message names it.
        """
        if self.replay is not None:
            with _naming("--judge-replay"):
                return SharedByRun(memories=Memories(replay=Replay(self.replay)))
        with _naming("what the run has paid for"):
            paid = self._opened(closing, None if self.paid is None else Paid(self.paid, self.run))
        with _naming("--judge-record"):
            record = self._opened(closing, None if self.record is None else Recording(self.record))
        with _naming("--judge-cache"):
            cache = self._opened(closing, None if self.cache is None else Cache(self.cache))
        if paid is None:
            caps = Caps(self.max_calls, self.max_cost)
        else:
            caps = Caps(self.max_calls, self.max_cost, calls=paid.calls, cost=paid.cost, ledger=paid.spend)
        return SharedByRun(caps=caps, memories=Memories(record=record, paid=paid, cache=cache))

    @staticmethod
    def _opened(closing: ExitStack, file: F) -> F:
        if file is not None:
            closing.callback(file.close)
        return file


@contextmanager
def _naming(what: str) -> Iterator[None]:
    """Put what a file is for before what is wrong with it."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
