"""Judge the tests of two states: which failed before the reply, and which pass after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from checkwright.wording import one_line, shown

from .reports.report import Report, TestResult

__all__ = ["Judgement", "judge_transitions"]

#: Exit codes above it stand for the signal that ended a process.
_SIGNALS = 128


@dataclass(frozen=True, slots=True)
class Judgement:
    """What two states say of a reply.

    verdict: "error" when the question is at fault, and not the reply. reason: one clean line.
    """

    verdict: Literal["passed", "failed", "error"]
    reason: str


def judge_transitions(
    before: Report | None,
    after: Report | None,
    *,
    fail_to_pass: Sequence[str],
    pass_to_pass: Sequence[str] = (),
    exit_after: int | None,
) -> Judgement:
    """Return whether the tests went from failing to passing as they should, or who is at fault.

    before, after: the reports without and with the reply; None when the run made none.
    fail_to_pass, pass_to_pass: ids of tests; blanks at their ends do not count.
    exit_after: the exit code of the run with the reply; None when it was ended.

    A test that is missing counts as failing before, and as not passed after. The question is at fault
    without a test to fix, with a blank id, and when a test of `fail_to_pass` passes or is skipped before or
    one of `pass_to_pass` does not pass before.
    """
    fix = [name.strip() for name in fail_to_pass]
    keep = [name.strip() for name in pass_to_pass]
    fault = _fault_of_question(before, fix, keep)
    if fault is not None:
        return Judgement("error", one_line(fault))
    fault = _fault_of_reply(after, fix, keep, exit_after)
    if fault is not None:
        return Judgement("failed", one_line(fault))
    kept = f"; tests to keep: {len(keep):,} of {len(keep):,} still pass" if keep else ""
    return Judgement("passed", f"tests to fix: {len(fix):,} of {len(fix):,} pass now{kept}")


def _fault_of_question(before: Report | None, fix: list[str], keep: list[str]) -> str | None:
    if not fix:
        return "fail_to_pass names no test"
    if "" in fix or "" in keep:
        return f"{'fail_to_pass' if '' in fix else 'pass_to_pass'} holds a blank id"
    for name in fix:
        result = _result(before, name)
        if result is TestResult.PASSED:
            return f"the baseline already passes {shown(name)}, which fail_to_pass wants to fail before"
        if result is TestResult.SKIPPED:
            return f"the baseline skips {shown(name)}, which fail_to_pass wants to fail before"
    for name in keep:
        result = _result(before, name)
        if result is not TestResult.PASSED:
            return f"{shown(name)} of pass_to_pass {_said(result)} in the baseline, expected to pass"
    return None


def _fault_of_reply(
    after: Report | None, fix: list[str], keep: list[str], exit_after: int | None
) -> str | None:
    if after is None:
        return "the run with the reply made no report"
    if after.problem is not None:
        return f"the report after the reply is not sound: {after.problem}"
    for field, names in (("fail_to_pass", fix), ("pass_to_pass", keep)):
        wrong = [name for name in names if _result(after, name) is not TestResult.PASSED]
        if wrong:
            said = _said(_result(after, wrong[0]))
            return f"{len(wrong):,} of {len(names):,} tests of {field} do not pass: {shown(wrong[0])} {said}"
    if exit_after is None or exit_after > _SIGNALS:
        return "the run with the reply did not end by itself"
    if exit_after != 0 and not after.failed_any:
        return f"exit code {exit_after} without a failed test in the report: somebody else wrote that report"
    return None


def _result(report: Report | None, name: str) -> TestResult | None:
    return None if report is None else report.results.get(name)


def _said(result: TestResult | None) -> str:
    return "is missing" if result is None else "is skipped" if result is TestResult.SKIPPED else "fails"
