"""Memories: where a run looks for a reply, in which order, and where it keeps one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ..judge import JudgeReply
from ..replies.reading import Reading, Unreadable
from .asked import Asked
from .remembered import Remembered

__all__ = ["Memories", "Memory", "Source"]


class Source(Protocol):
    """What has replies; may be asked from several threads."""

    def get(self, asked: Asked) -> Remembered | None:
        """Return the reply to a question; None when there is none.

        Raises:
            CapReached: it cannot be read.
        """


class Memory(Source, Protocol):
    """What keeps replies as well."""

    def put(self, asked: Asked, remembered: Remembered) -> None:
        """Keep a reply that could be read.

        Raises:
            CapReached: it cannot be written.
        """


@dataclass(frozen=True, slots=True)
class Memories:
    """The memories of a run, each where there is one.

    replay: what was recorded; where it is given nothing else is looked at. record: what replays will have, so
    that a run that records has the verdicts of its replays, it is looked at as well, and first. paid: what an
    unfinished run has paid for. cache: what any run had.
    """

    replay: Source | None = None
    record: Memory | None = None
    paid: Memory | None = None
    cache: Memory | None = None

    @property
    def any(self) -> bool:
        """Whether there is any."""
        return any((self.replay, self.record, self.paid, self.cache))

    def recall(
        self, asked: Asked, read: Callable[[JudgeReply], Reading | Unreadable]
    ) -> tuple[Remembered, Reading] | None:
        """Return the first reply that is remembered and can be read, and record it if it is not yet.

        Raises:
            CapReached: a memory cannot be read or written.
        """
        sources = (self.record, self.paid, self.cache) if self.replay is None else (self.replay,)
        for source in sources:
            remembered = None if source is None else source.get(asked)
            if remembered is None:
                continue
            reading = read(remembered.reply)
            if isinstance(reading, Reading):
                if self.record is not None and source is not self.record:
                    self.record.put(asked, remembered)
                return remembered, reading
        return None

    def keep(self, asked: Asked, remembered: Remembered) -> None:
        """Keep a reply that was just given; first where it is dearest.

        Raises:
            CapReached: a memory cannot be written.
        """
        for memory in (self.paid, self.record, self.cache):
            if memory is not None:
                memory.put(asked, remembered)
