"""Spending: add up what one question to a judge takes."""

from __future__ import annotations

from dataclasses import dataclass

from ..judge import JudgeReply, Usage
from ..judges import Spent
from ..profiles.profile import Prices
from ..telling import plus
from .pricing import cost_of

__all__ = ["Spending"]


@dataclass(slots=True)
class Spending:
    """What was spent so far. prices: of the profile; usage that no server told costs nothing here."""

    prices: Prices | None
    asks: int = 0
    attempts: int = 0
    usage: Usage | None = None
    dropped_parameters: tuple[str, ...] = ()

    def add(self, usage: Usage | None) -> None:
        """Add the tokens of a reply; None when the server did not tell."""
        self.usage = plus(self.usage, usage)

    def total(self, reply: JudgeReply | None = None) -> Spent:
        """Return what was spent. reply: the one that answered; None when there was none."""
        cost = None if self.prices is None or self.usage is None else cost_of(self.usage, self.prices)
        return Spent(
            asks=self.asks,
            attempts=self.attempts,
            usage=self.usage,
            cost=cost,
            dropped_parameters=self.dropped_parameters,
            latency_ms=None if reply is None else reply.latency_ms,
        )
