"""Patience: how long to wait before a request is made again, and when to wait no more."""

from __future__ import annotations

from ..judge import JudgeFault

__all__ = ["LONGEST_AFTER", "LONGEST_ASK", "Patience", "wait_before"]

#: Seconds that one question to a judge takes at the most, with its second ask and all waits between requests.
LONGEST_ASK = 120.0
#: Seconds that a server may ask to wait; where it asks for more, nothing is waited.
LONGEST_AFTER = 60.0

_SHORTEST_WAIT = 0.5
_LONGEST_WAIT = 8.0
#: Seconds of a timeout for which room is left at the end.
_LAST_REQUEST = 30.0


def wait_before(number: int, chance: float) -> float:
    """Return the seconds to wait before a request is made again, where the server says nothing of it.

    Waits double from 0.5 to 8 s. Each is drawn from a span in which the longest is twice the shortest, and
    the next span begins where it ends: callers spread, and no wait is shorter than the one before it until
    the last span, 4 to 8 s, which repeats.

    number: of the wait, from 1. chance: 0 to 1.
    """
    # 2.0 ** 4 reaches the last span; more would overflow in the end.
    shortest = min(_SHORTEST_WAIT * 2.0 ** min(number - 1, 4), _LONGEST_WAIT / 2)
    return shortest * (1 + chance)


class Patience:
    """What is left of the time of one question.

    What counts is the time in requests and in the waits between them. Waiting for the limits of the profile
    does not: whoever sets low limits wants to wait, and not to see errors.

    No request but the first begins when less than its timeout is left, so that with timeouts up to 30 s all
    is over in `LONGEST_ASK`; a longer timeout prolongs the whole by no more than it is longer than 30 s.
    """

    def __init__(self, timeout: float) -> None:
        self._left = LONGEST_ASK - min(timeout, _LAST_REQUEST)

    @property
    def is_over(self) -> bool:
        """Whether no further request may begin."""
        return self._left < 0

    def take(self, seconds: float) -> None:
        """Count seconds that went by."""
        self._left -= seconds

    def wait_after(self, fault: JudgeFault, number: int, chance: float) -> float:
        """Return the seconds to wait after a fault; what the server asks for, or more.

        number: of the wait within this ask, from 1. chance: 0 to 1.

        Raises:
            JudgeFault: the wait would be too long; of the same kind, the message names the wait.
        """
        asked = fault.after or 0.0
        if asked > LONGEST_AFTER:
            raise _with(fault, f"the server asks to wait {asked:g} s, at most {LONGEST_AFTER:g} s are waited")
        wait = max(asked, wait_before(number, chance))
        if wait > self._left:
            raise _with(fault, f"a wait of {wait:.3g} s would go beyond the {LONGEST_ASK:g} s of one ask")
        return wait


def _with(fault: JudgeFault, why: str) -> JudgeFault:
    return JudgeFault(fault.kind, f"{fault.message}; {why}", after=fault.after)
