"""How sandboxes are made on this machine: found once by a probe, the same for all sessions."""

from __future__ import annotations

from dataclasses import dataclass

from .account import Account
from .cgroups import Layout
from .program import Program

__all__ = ["Setup"]

#: From this version on bwrap itself ends the making of user namespaces.
_DISABLES_NAMESPACES = (0, 8)


@dataclass(frozen=True, slots=True)
class Setup:
    """What sandboxes are made with.

    seccomp: the filter of system calls. layout: where control groups are made; None without.
    disable_userns: whether bwrap is asked to end the making of user namespaces; the filter refuses it too.
    """

    program: Program
    account: Account
    seccomp: bytes
    layout: Layout | None = None
    disable_userns: bool = True

    @property
    def options(self) -> list[str]:
        """The options of bwrap that not every machine has."""
        disables = self.disable_userns and self.program.release >= _DISABLES_NAMESPACES
        return ["--disable-userns"] if disables else []
