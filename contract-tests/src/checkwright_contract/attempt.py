"""Attempt: what one try of a check gave, the kind's own faults kept apart from its judgements."""

from __future__ import annotations

import copy
import json
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

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
    Toolbox,
    described,
)
from checkwright.engine.for_proofs import call_prepare
from checkwright.wording import one_line

from .rubrics import toolbox_with
from .trial import Trial

__all__ = ["Attempt", "Toolboxes", "asked", "attempted", "executed", "fault", "raised", "read", "toolbox_for"]

T = TypeVar("T")

#: A toolbox for every trial, or what makes one from the rubrics that a trial may refer to.
Toolboxes: TypeAlias = Toolbox | Callable[[Sequence[Mapping[str, Any]]], Toolbox]


@dataclass(frozen=True)
class Attempt:
    """What one try of a check gave.

    outcome: what the engine makes of it; None when the kind broke.
    error: what the kind raised, declared exceptions included; None when nothing.
    returned: what `execute` gave when that is no Outcome.
    case: the case that was handed over, as the kind left it.
    """

    spec: CheckSpec
    case: Case
    outcome: Outcome | None = None
    error: BaseException | None = None
    returned: object = None

    @property
    def undeclared(self) -> BaseException | None:
        """The exception that the contract does not know; None when there was none."""
        declared = (CheckError, NotExecutable, ServiceError, InvalidOutcome)
        return None if isinstance(self.error, declared) else self.error

    def refused(self, field: str) -> str | None:
        """Say why the core refused the outcome for its `field`; None when it did not."""
        wrong = isinstance(self.error, InvalidOutcome) and self.error.field == field
        return str(self.error) if wrong else None

    def evidence(self) -> tuple[Evidence, ...]:
        """Locate the evidence; raises what the kind raises."""
        return () if self.outcome is None or self.outcome.locate is None else self.outcome.locate(self.case)

    def trace(self) -> tuple[Any, ...]:
        """Give all that a reader of the outcome can see, in a form to compare and to pickle."""
        if self.outcome is None:
            return ("broke", type(self.error or self.returned).__name__)
        try:
            evidence: Any = [(one.kind, one.where, one.text) for one in self.evidence()]
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 - a broken locate is another law's business
            evidence = type(error).__name__
        details = json.dumps(self.outcome.details and dict(self.outcome.details), default=repr)
        return (self.outcome.status.value, self.outcome.score, self.outcome.reason, evidence, details)


def attempted(kind: Kind[Any], toolboxes: Toolboxes | None, trial: Trial) -> Attempt | None:
    """Prepare and execute a trial, whatever the kind does; None when its check is not valid."""
    spec = read(kind, trial.check)
    if spec is None:
        return None
    case = trial.case()
    try:
        execute = call_prepare(kind, spec, toolbox_for(trial, toolboxes))
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises is the finding
        return raised(spec, case, error)
    return executed(execute, spec, case)


def read(kind: Kind[Any], check: Mapping[str, Any]) -> CheckSpec | None:
    """Read a check document by the kind's model; None when it refuses it or breaks, as one law says."""
    try:
        spec: CheckSpec = kind.spec.model_validate(copy.deepcopy(check))
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a validator of the kind raises what it likes
        return None
    return spec


def asked(what: str, function: Callable[[], T]) -> T:
    """Give what a function of the kind gives; whatever it raises breaks the law that asks. Ctrl-C goes on.

    Raises:
        AssertionError: with `what` it was that raised, and what it raised.
    """
    try:
        return function()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises is the finding
        raise AssertionError(f"{what} raised {fault(error)}") from None


def toolbox_for(trial: Trial, toolboxes: Toolboxes | None) -> Toolbox:
    """Give what the run of a trial provides."""
    if toolboxes is None:
        return toolbox_with(trial.rubrics)
    return toolboxes(trial.rubrics) if callable(toolboxes) else toolboxes


def executed(execute: Execute, spec: CheckSpec, case: Case) -> Attempt:
    """Execute a prepared check on a case, whatever it does."""
    try:
        outcome: Any = execute(case)
    except BaseException as error:  # noqa: BLE001 - whatever a kind raises is the finding
        return raised(spec, case, error)
    if type(outcome) is not Outcome:
        return Attempt(spec, case, returned=outcome)
    return Attempt(spec, case, outcome)


def raised(spec: CheckSpec, case: Case, error: BaseException) -> Attempt:
    """Give what the engine makes of an exception, with the exception; Ctrl-C goes on."""
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


def fault(error: BaseException) -> str:
    """Say an exception and the line of code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno} in {frames[-1].name})" if frames else ""
    return one_line(described(error), 200) + place
