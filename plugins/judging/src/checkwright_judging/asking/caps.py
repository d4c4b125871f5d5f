"""Caps: what a run may send and pay at the most."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import fsum

from ..judges import CapReached

__all__ = ["Caps", "Ledger", "Reserved"]

#: Is told each change of what was spent: requests and cost, which is negative where some is given back.
Ledger = Callable[[int, float], None]


@dataclass(slots=True, eq=False)
class Reserved:
    """What one request may cost. cost: at the most, until it is set to what it did cost."""

    cost: float


class Caps:
    """The caps of a run, for all its profiles and threads.

    A request counts when it is about to be sent, and what it may cost at the most is reserved; the difference
    is given back afterwards. What does not fit beside reservations of others waits until these are settled,
    so that a run does not end for money that comes back. Once a cap is reached nothing is sent any more.

    max_calls: requests, those that fail included. max_cost: in the currency of the prices. None for no cap.
    calls, cost: spent already, by a process before this one in the same run.
    ledger: told first of what is reserved and then of the difference, so that the sum is never too small,
        whenever the process ends.
    """

    def __init__(
        self,
        max_calls: int | None = None,
        max_cost: float | None = None,
        *,
        calls: int = 0,
        cost: float = 0.0,
        ledger: Ledger | None = None,
    ) -> None:
        self._max_calls = max_calls
        self._max_cost = max_cost
        self._calls = calls
        self._cost = cost
        self._ledger = ledger
        self._reached: str | None = None
        self._settled = threading.Condition()
        self._reserved: list[Reserved] = []

    @contextmanager
    def one(self, at_most: float) -> Iterator[Reserved]:
        """Reserve one request; `cost` of what is given is what it counts with at the end.

        at_most: what it may cost; 0 where there are no prices.

        Raises:
            CapReached: a cap allows no more; the message names it.
        """
        reserved = self._reserve(at_most)
        try:
            self._tell(1, at_most)
            yield reserved
        finally:
            with self._settled:
                self._reserved.remove(reserved)
                self._cost += reserved.cost
                self._settled.notify_all()
            if reserved.cost != at_most:
                self._tell(0, reserved.cost - at_most)

    def _reserve(self, at_most: float) -> Reserved:
        with self._settled:
            self._settled.wait_for(lambda: self._fits(at_most) or not self._reserved)
            self._reached = self._reached or self._why_not(at_most)
            if self._reached:
                raise CapReached(self._reached)
            reserved = Reserved(at_most)
            self._reserved.append(reserved)
            self._calls += 1
            return reserved

    def _fits(self, at_most: float) -> bool:
        held = fsum(one.cost for one in self._reserved)
        return self._max_cost is None or self._cost + held + at_most <= self._max_cost

    def _why_not(self, at_most: float) -> str | None:
        if self._max_calls is not None and self._calls >= self._max_calls:
            return f"--max-calls {self._max_calls} is reached"
        if self._max_cost is not None and self._cost + at_most > self._max_cost:
            return (
                f"--max-cost {self._max_cost:g} is reached: {self._cost:.6g} spent, and the next request may "
                f"cost {at_most:.6g}"
            )
        return None

    def _tell(self, calls: int, cost: float) -> None:
        if self._ledger is not None:
            self._ledger(calls, cost)
