"""Turn whatever a check does into an Outcome, and name who is to blame."""

from __future__ import annotations

from typing import Any

from ..contract.case import Case
from ..contract.errors import CheckError, NotExecutable, ServiceError
from ..contract.isolation import described, isolated
from ..contract.outcome import Outcome
from ..contract.toolbox import Execute
from ..kinds.kinds import Kinds
from ..wording import one_line

__all__ = ["Constant", "blame", "carefully", "contained"]


class Constant:
    """An execute that gives one outcome without looking at the case."""

    __slots__ = ("_outcome",)

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    def __call__(self, case: Case) -> Outcome:  # noqa: ARG002 - the signature of every execute
        """Return the outcome."""
        return self._outcome


def blame(name: str, kinds: Kinds) -> str:
    """Name who is at fault when a kind breaks: distribution, version and kind."""
    return f"{kinds.origin(name)}, kind {name}" if name in kinds else f"kind {name}"


def carefully(execute: Execute, case: Case, who: str) -> Outcome:
    """Execute one check whatever it does; only Ctrl-C gets out.

    who: named where the kind breaks.
    """
    try:
        return _an_outcome(execute(case), who)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return contained(error, who)


def _an_outcome(outcome: Any, who: str) -> Outcome:
    if type(outcome) is Outcome:
        return outcome
    return Outcome.error(f"{who}: execute must return an Outcome, not {type(outcome).__name__}")


def contained(error: BaseException, who: str) -> Outcome:
    """Turn what a check raised into the outcome that the contract gives it."""
    with isolated():
        if isinstance(error, CheckError):
            return Outcome.judge(False, error.message)
        if isinstance(error, NotExecutable):
            return Outcome.not_executable(error.reason)
        if isinstance(error, ServiceError):
            return Outcome.error(error.reason)
    return Outcome.error(one_line(f"{who} broke: {described(error)}"))
