"""Execute a check on a case, whatever the kind does, and keep its faults apart from its outcomes.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import copy
import json
import traceback
from collections.abc import Callable, Collection, Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any, TypeVar

from checkwright import (
    Case,
    CheckError,
    CheckSpec,
    Evidence,
    Execute,
    InvalidOutcome,
    Kind,
    NotExecutable,
    Outcome,
    ServiceError,
    described,
)
from checkwright.engine.for_proofs import call_prepare
from checkwright.wording import one_line

from .toolboxes import TrialToolboxes
from .trial import Trial

__all__ = [
    "Attempt",
    "attempt_of_error",
    "attempt_trial",
    "call_kind",
    "describe_error",
    "execute_on_case",
    "read_check",
]

T = TypeVar("T")


@dataclass(frozen=True)
class Attempt:
    """The result of executing one check on one case.

    outcome: the outcome that the engine makes of it; None when the kind broke.
    error: the exception that the kind raised, a declared one or not; None without one.
    returned: what `execute` returned, when that is no Outcome.
    case: the case that was executed, as the kind left it.
    """

    spec: CheckSpec
    case: Case
    outcome: Outcome | None = None
    error: BaseException | None = None
    returned: object = None

    @property
    def undeclared(self) -> BaseException | None:
        """The exception, when it is none that the contract allows; else None."""
        declared = (CheckError, NotExecutable, ServiceError, InvalidOutcome)
        return None if isinstance(self.error, declared) else self.error

    def expect_accepted(self, field: str) -> None:
        """Raise AssertionError when the core refused the outcome for its `field`, with its message."""
        refused = isinstance(self.error, InvalidOutcome) and self.error.field == field
        assert not refused, str(self.error)

    def evidence(self) -> tuple[Evidence, ...]:
        """Return the evidence of the outcome; raises what the kind raises."""
        return () if self.outcome is None or self.outcome.locate is None else self.outcome.locate(self.case)

    def snapshot(self, varies: Collection[str] = ()) -> tuple[Any, ...]:
        """Return all visible parts of the outcome, in a form that can be compared and pickled.

        varies: names of details that are left out.
        """
        if self.outcome is None:
            return ("broke", type(self.error or self.returned).__name__)
        try:
            evidence: Any = [astuple(one) for one in self.evidence()]
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - another law tests locate
            evidence = type(error).__name__
        told = self.outcome.details
        kept = told and {name: value for name, value in told.items() if name not in varies}
        details = json.dumps(kept, default=repr)
        return (self.outcome.status.value, self.outcome.score, self.outcome.reason, evidence, details)


def attempt_trial(kind: Kind[Any], toolboxes: TrialToolboxes, trial: Trial) -> Attempt | None:
    """Prepare and execute a trial, whatever the kind does; return None when its check is not valid."""
    spec = read_check(kind, trial.check)
    if spec is None:
        return None
    case = trial.case()
    try:
        execute = call_prepare(kind, spec, toolboxes.of(trial))
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises is the finding
        return attempt_of_error(spec, case, error)
    return execute_on_case(execute, spec, case)


def read_check(kind: Kind[Any], check: Mapping[str, Any]) -> CheckSpec | None:
    """Read a check document by the kind's model; return None when the model refuses it or breaks."""
    try:
        spec: CheckSpec = kind.spec.model_validate(copy.deepcopy(check))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a validator of the kind raises what it likes
        return None
    return spec


def call_kind(what: str, function: Callable[[], T]) -> T:
    """Call a function of the kind and return its result; whatever it raises breaks the law that is tested.

    what: names the function in the message.

    Raises:
        AssertionError: the function raised something other than KeyboardInterrupt.
    """
    try:
        return function()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises is the finding
        raise AssertionError(f"{what} raised {describe_error(error)}") from None


def execute_on_case(execute: Execute, spec: CheckSpec, case: Case) -> Attempt:
    """Execute a prepared check on a case, whatever the kind does."""
    try:
        outcome: Any = execute(case)
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises is the finding
        return attempt_of_error(spec, case, error)
    if type(outcome) is not Outcome:
        return Attempt(spec, case, returned=outcome)
    return Attempt(spec, case, outcome)


def attempt_of_error(spec: CheckSpec, case: Case, error: BaseException) -> Attempt:
    """Return the attempt that an exception of the kind ended; KeyboardInterrupt is raised again."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    outcome = None
    try:
        if isinstance(error, CheckError):
            outcome = Outcome.judge(False, error.message)
        elif isinstance(error, NotExecutable):
            outcome = Outcome.not_executable(error.reason)
        elif isinstance(error, ServiceError):
            outcome = Outcome.error(error.reason)
    except InvalidOutcome as refusal:
        return Attempt(spec, case, None, refusal)
    return Attempt(spec, case, outcome, error)


def describe_error(error: BaseException) -> str:
    """Return an exception in words, with the line of code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})" if frames else ""
    return one_line(described(error), 200) + place
