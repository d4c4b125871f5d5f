"""JUDGE and JUDGES: what speaks to servers, and what a run asks by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import Role

if TYPE_CHECKING:
    from .judge import JudgeService
    from .judges import Judges

__all__ = ["JUDGE", "JUDGES"]

#: What speaks to one kind of server; installed packages fill it, and profiles name it as `provider`.
JUDGE: Role[JudgeService] = Role("judge", decides=False)
#: What the checks of one run ask: profiles with their limits, made of what fills JUDGE. What of it decides,
#: such as the model of a check, each check notes for itself.
JUDGES: Role[Judges] = Role("judges", decides=False)
