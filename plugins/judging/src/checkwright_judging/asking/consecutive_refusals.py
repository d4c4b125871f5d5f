"""ConsecutiveRefusals: end a run whose profile is refused again and again."""

from __future__ import annotations

import threading

from checkwright.wording import shown

from ..judge import FaultKind, JudgeFault
from ..judges import CapReached

__all__ = ["ConsecutiveRefusals"]

_HOPELESS = frozenset({FaultKind.KEY, FaultKind.FORBIDDEN, FaultKind.NOT_FOUND})
_MOST = 10


class ConsecutiveRefusals:
    """Counts requests in a row that were refused by 401, 403 or 404, over all askers of one profile.

    A reply, whatever stands in it, begins anew; other faults say nothing of the profile and neither count nor
    begin anew. After ten nothing more is sent.

    profile: its name, for the message.
    """

    def __init__(self, profile: str) -> None:
        self._profile = profile
        self._guard = threading.Lock()
        self._number = 0
        self._why: str | None = None

    def check(self) -> None:
        """Do nothing, until there were ten.

        Raises:
            CapReached: there were.
        """
        if self._why is not None:
            raise CapReached(self._why)

    def replied(self) -> None:
        """Begin anew, as there was a reply."""
        with self._guard:
            self._number = 0

    def failed(self, fault: JudgeFault) -> None:
        """Count a fault.

        Raises:
            CapReached: it is the tenth.
        """
        if fault.kind not in _HOPELESS:
            return
        with self._guard:
            self._number += 1
            if self._number >= _MOST and self._why is None:
                profile = shown(self._profile)
                why = f"ten requests in a row were refused to the profile {profile}: {fault.message}"
                self._why = f"{why}; rows before are errors, which --retry-errors asks again"
        self.check()
