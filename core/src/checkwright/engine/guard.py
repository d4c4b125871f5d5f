"""Turn whatever a check does into an Outcome, and name who is to blame for a fault."""

from __future__ import annotations

from typing import Any

from ..contract.case import Case
from ..contract.errors import CheckError, NotExecutable, ServiceError
from ..contract.isolation import described, isolated
from ..contract.outcome import Outcome
from ..contract.toolbox import Execute
from ..kinds.kinds import Kinds
from ..wording import one_line

__all__ = ["Constant", "as_outcome", "blame", "execute_safely", "outcome_of_error"]


class Constant:
    """An execute that returns one outcome without looking at the case."""

    __slots__ = ("_outcome",)

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome

    def __call__(self, case: Case) -> Outcome:  # noqa: ARG002 - the signature of every execute
        """Return the outcome."""
        return self._outcome


def blame(name: str, kinds: Kinds) -> str:
    """Name who is at fault when a kind breaks: distribution, version and kind."""
    return f"{kinds.origin(name)}, kind {name}" if name in kinds else f"kind {name}"


def execute_safely(execute: Execute, case: Case, who: str) -> Outcome:
    """Execute one check whatever it does; only Ctrl-C gets out.

    who: named where the kind breaks.
    """
    try:
        return as_outcome(execute(case), who)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return outcome_of_error(error, who)


def as_outcome(outcome: Any, who: str) -> Outcome:
    """Return what a check returned when it is an Outcome, else an error that says what it is."""
    if type(outcome) is Outcome:
        return outcome
    return Outcome.error(f"{who}: execute must return an Outcome, not {type(outcome).__name__}")


def outcome_of_error(error: BaseException, who: str) -> Outcome:
    """Return the outcome that the contract has for what a check raised."""
    with isolated():
        if isinstance(error, CheckError):
            return Outcome.judge(False, error.message)
        if isinstance(error, NotExecutable):
            return Outcome.not_executable(error.reason)
        if isinstance(error, ServiceError):
            return Outcome.error(error.reason)
    return Outcome.error(one_line(f"{who} broke: {described(error)}"))
