"""Laws of behaviour: what preparing and executing a check may do and return.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import json
import math
import pickle
from dataclasses import replace
from typing import TYPE_CHECKING

from checkwright import CheckError, Status
from checkwright.engine.for_proofs import TOLERANCE
from checkwright.wording import shown

from ..attempt import describe_error
from ..examples import Row
from ..json_equality import equal_values
from ..trial import Trial

if TYPE_CHECKING:
    from ..bench import Bench

__all__ = [
    "details_are_json",
    "examples_come_out_as_written",
    "execute_returns_an_outcome",
    "no_response_is_not_judged",
    "passed_agrees_with_status",
    "prepare_and_execute_raise_nothing_undeclared",
    "score_is_between_0_and_1",
    "spec_and_case_stay_unchanged",
    "spec_and_verdict_pickle",
]


def examples_come_out_as_written(bench: Bench, row: Row) -> None:
    """Every row of the examples has the outcome that it states: passed, score and reason."""
    plan, at = bench.plan(row.trial), f"line {row.line} of the examples"
    if bench.spec(row.trial.check) is None:
        from checkwright.engine.for_proofs import by_model

        found = by_model(bench.kind.spec, row.trial.check, owner=bench.kind.name)
        raise AssertionError(f"{at}: the check is not valid: {found[0].sentence}")
    bench.attempt(row.trial)
    if plan is None:
        return
    outcome = plan.score(row.trial.case()).checks[0]
    if outcome.status is Status.ERROR:
        return
    status = {True: Status.PASSED, False: Status.FAILED, None: Status.NOT_EXECUTABLE}[row.passed]
    came_out = f"{outcome.status.value}, {shown(outcome.reason, 200)}"
    assert outcome.status is status, f"{at}: came out {came_out}, expected {status.value}"
    if row.score is not None:
        close = outcome.score is not None and math.isclose(
            outcome.score, row.score, rel_tol=0, abs_tol=TOLERANCE
        )
        assert close, f"{at}: the score is {outcome.score}, expected {row.score}"
    if row.reason is not None:
        stands = row.reason in outcome.reason
        assert stands, f"{at}: the reason is {shown(outcome.reason, 200)}, expected {shown(row.reason)} in it"


def prepare_and_execute_raise_nothing_undeclared(bench: Bench, trial: Trial) -> None:
    """prepare and execute raise nothing but CheckError, NotExecutable and ServiceError, whatever they get."""
    attempt = bench.attempt(trial)
    error = attempt.undeclared if attempt is not None else None
    assert error is None, f"raised {describe_error(error)}" if error else ""


def execute_returns_an_outcome(bench: Bench, trial: Trial) -> None:
    """execute returns an Outcome."""
    attempt = bench.attempt(trial)
    missing = attempt is not None and attempt.outcome is None and attempt.error is None
    returned = attempt.returned if attempt is not None else None
    assert not missing, f"execute gave {shown(returned)}, expected an Outcome"


def score_is_between_0_and_1(bench: Bench, trial: Trial) -> None:
    """The score of an executed check is a finite number from 0 to 1; no other check has one."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    attempt.expect_accepted("score")
    if attempt.outcome is not None and attempt.outcome.status in (Status.PASSED, Status.FAILED):
        score = attempt.outcome.score
        fits = type(score) is float and 0 <= score <= 1
        assert fits, f"the score is {shown(score)}, expected a finite number from 0 to 1"
    elif attempt.outcome is not None:
        score = attempt.outcome.score
        assert score is None, f"a check that was not executed has the score {shown(score)}, expected None"


def passed_agrees_with_status(bench: Bench, trial: Trial) -> None:
    """The status is a Status, and `passed` is True, False or None as it says."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    attempt.expect_accepted("status")
    if attempt.outcome is not None:
        passed, status = attempt.outcome.passed, attempt.outcome.status
        expected = {Status.PASSED: True, Status.FAILED: False}.get(status)
        assert passed is expected, (
            f"passed is {passed!r} beside the status {status.value}, expected {expected!r}"
        )


def no_response_is_not_judged(bench: Bench, trial: Trial) -> None:
    """Without a response nothing passes and nothing fails."""
    bench.attempt(trial)
    attempt = bench.attempt(replace(trial, response=None))
    if attempt is None or attempt.outcome is None or isinstance(attempt.error, CheckError):
        return
    status = attempt.outcome.status
    judged = status in (Status.PASSED, Status.FAILED)
    assert not judged, f"without a response the check {status.value}, expected not_executable: read case.text"


#: Characters of a response from which its details must be small beside it.
_LONG = 100_000


def details_are_json(bench: Bench, trial: Trial) -> None:
    """The details of an outcome are a mapping that JSON can hold, and do not grow with the response."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    attempt.expect_accepted("details")
    if attempt.outcome is None or not attempt.outcome.details:
        return
    details = dict(attempt.outcome.details)
    try:
        written = json.dumps(details, allow_nan=False)
        read = json.loads(written)
    except (TypeError, ValueError) as error:
        raise AssertionError(f"the details {shown(details)} are no JSON: {error}") from None
    assert equal_values(read, details), f"the details {shown(details)} come back from JSON as {shown(read)}"
    length = len(trial.response or "")
    grows = length >= _LONG and len(written) > length // 10
    assert not grows, (
        f"the details of a response of {length:,} characters are {len(written):,} characters long"
    )


def spec_and_case_stay_unchanged(bench: Bench, trial: Trial) -> None:
    """Preparing, executing and locating change neither the check nor the case, nor the files of the run."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    attempt.snapshot()
    before, after = bench.kind.spec.model_validate(trial.check).model_dump(), attempt.spec.model_dump()
    assert equal_values(before, after), f"the check became {shown(after, 200)}"
    for name in ("response", "question", "tool_calls"):
        given, left = getattr(trial, name), getattr(attempt.case, name)
        assert equal_values(given, left), f"the case's {name} became {shown(left, 200)}"
    change = bench.toolboxes.change_of(trial)
    assert change is None, f"in the folder of the run {change}"


def spec_and_verdict_pickle(bench: Bench, trial: Trial) -> None:
    """A check and a verdict on it come through pickle equal."""
    attempt = bench.attempt(trial)
    if attempt is None:
        return
    spec = attempt.spec  # as `prepare` left it, with what `prepare` may have stored in it
    try:
        back = pickle.loads(pickle.dumps(spec))  # noqa: S301 - made one step before
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        raise AssertionError(f"the check does not pickle: {describe_error(error)}") from None
    equal = back == spec
    assert equal, f"the check comes back as {shown(back, 200)}"
    plan = bench.plan(trial)
    if plan is None:
        return
    verdict = plan.score(trial.case())
    plain = verdict.to_dict()
    try:
        again = pickle.loads(pickle.dumps(verdict)).to_dict()  # noqa: S301 - made one step before
    except Exception as error:  # noqa: BLE001 - pickle raises what it likes
        raise AssertionError(f"the verdict does not pickle: {describe_error(error)}") from None
    equal = again == plain
    assert equal, f"the verdict comes back as {shown(again, 200)}"
