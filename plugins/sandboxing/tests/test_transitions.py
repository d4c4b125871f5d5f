"""States: who is at fault for tests that did not go from failing to passing."""

from collections.abc import Mapping

import pytest

from checkwright_sandboxing.reports.report import Report, TestResult
from checkwright_sandboxing.transitions import Judgement, judge_transitions

P, F, S = TestResult.PASSED, TestResult.FAILED, TestResult.SKIPPED


def report(results: Mapping[str, TestResult], problem: str | None = None) -> Report:
    return Report(results, F in results.values(), problem)


def judged(
    before: Mapping[str, TestResult] | None,
    after: Mapping[str, TestResult] | None,
    *,
    fix: tuple[str, ...] = ("fix",),
    keep: tuple[str, ...] = ("keep",),
    exit_after: int | None = 0,
    problem: str | None = None,
) -> Judgement:
    return judge_transitions(
        None if before is None else report(before),
        None if after is None else report(after, problem),
        fail_to_pass=fix,
        pass_to_pass=keep,
        exit_after=exit_after,
    )


GOOD = {"fix": F, "keep": P}
DONE = {"fix": P, "keep": P}


@pytest.mark.parametrize("before", [GOOD, {"keep": P}])
def test_failing_or_missing_before_and_passing_after_passes(before: Mapping[str, TestResult]) -> None:
    """A test that the reply itself adds is missing before."""
    assert judged(before, DONE).verdict == "passed"


@pytest.mark.parametrize(
    ("before", "fix", "keep", "said"),
    [
        (GOOD, (), ("keep",), "fail_to_pass names no test"),
        (GOOD, ("fix", " "), (), "fail_to_pass holds a blank id"),
        (GOOD, ("fix",), ("",), "pass_to_pass holds a blank id"),
        (DONE, ("fix",), (), "the baseline already passes 'fix'"),
        ({"fix": S}, ("fix",), (), "the baseline skips 'fix'"),
        ({"fix": F, "keep": F}, ("fix",), ("keep",), "'keep' of pass_to_pass fails in the baseline"),
        ({"fix": F, "keep": S}, ("fix",), ("keep",), "'keep' of pass_to_pass is skipped"),
        ({"fix": F}, ("fix",), ("keep",), "'keep' of pass_to_pass is missing"),
        (None, ("fix",), ("keep",), "'keep' of pass_to_pass is missing"),
    ],
)
@pytest.mark.parametrize("after", [DONE, {"fix": F}, None])
def test_a_question_that_is_wrong_is_an_error_whatever_the_reply_did(
    before: Mapping[str, TestResult] | None,
    fix: tuple[str, ...],
    keep: tuple[str, ...],
    said: str,
    after: Mapping[str, TestResult] | None,
) -> None:
    """No fail_to_pass, a baseline that passes already, or one whose other tests do not pass."""
    judgement = judged(before, after, fix=fix, keep=keep)
    assert judgement.verdict == "error"
    assert said in judgement.reason


@pytest.mark.parametrize(
    ("after", "exit_after", "problem", "said"),
    [
        (None, 1, None, "made no report"),
        ({"fix": F, "keep": P}, 1, None, "1 of 1 tests of fail_to_pass do not pass: 'fix' fails"),
        ({"fix": S, "keep": P}, 0, None, "'fix' is skipped"),
        ({"keep": P}, 0, None, "'fix' is missing"),
        ({"fix": P, "keep": F}, 1, None, "tests of pass_to_pass do not pass: 'keep' fails"),
        ({"fix": P, "keep": S}, 0, None, "'keep' is skipped"),
        ({"fix": P}, 0, None, "'keep' is missing"),
        (DONE, 0, "the tests bailed out", "the tests bailed out"),
        (DONE, 1, None, "exit code 1 without a failed test in the report"),
        (DONE, 137, None, "did not end by itself"),
        ({**DONE, "other": F}, 137, None, "did not end by itself"),
        (DONE, None, None, "did not end by itself"),
    ],
)
def test_what_the_reply_did_fails(
    after: Mapping[str, TestResult] | None, exit_after: int | None, problem: str | None, said: str
) -> None:
    """A skipped test is no pass, a missing one neither."""
    judgement = judged(GOOD, after, exit_after=exit_after, problem=problem)
    assert judgement.verdict == "failed"
    assert said in judgement.reason


def test_a_failed_test_that_nobody_named_explains_the_exit_code() -> None:
    """The report and the exit code agree, so the named tests decide."""
    assert judged(GOOD, {**DONE, "other": F}, exit_after=1).verdict == "passed"


def test_blanks_at_the_ends_of_ids_do_not_count() -> None:
    """As in the report."""
    assert judged(GOOD, DONE, fix=(" fix\t",), keep=("keep\n",)).verdict == "passed"


def test_without_a_baseline_report_every_test_is_missing_before() -> None:
    """A bug may keep the tests from starting at all."""
    assert judged(None, {"fix": P}, keep=()).verdict == "passed"
