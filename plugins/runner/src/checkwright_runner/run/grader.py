"""Grade response rows: each by the rubric of its question, or all of them by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from checkwright import Case, Found, Kinds, Missing, Plan, Rubric, compile_rubric
from checkwright.wording import shown

from .job import Job
from .responses import Row
from .verdict_rows import _row_verdict

__all__ = [
    "Grader",
]

_NOTHING: Mapping[str, Any] = {}


class _Standing(NamedTuple):
    """Which rubric grades a row, or why none does.

    question: None when there is none of that id.
    """

    ref: str | None
    question: Mapping[str, Any] | None
    status: str = ""
    reason: str = ""


class Grader:
    """Grades rows; a rubric is compiled when the first row asks for it, and once; closed at the end."""

    def __init__(self, job: Job, kinds: Kinds) -> None:
        self._job = job
        self._kinds = kinds
        self._plans: dict[str, Plan | None] = {}
        self._counted: dict[str | None, bool] = {None: False}

    def verdict(self, row: Row) -> dict[str, Any]:
        """Grade one row; never raises for what is in it.

        Gives what `Verdict.to_dict()` does, with `line`. The verdict of a row without a line says that
        there is no response row.
        """
        standing = self._standing(row)
        plan = None if standing.ref is None else self.plan(standing.ref)
        if row.problem is not None:
            return _row_verdict(row, standing.ref, "error", row.problem, plan)
        if standing.question is None or plan is None:
            return self._without_plan(row, standing)
        case = Case(row.response, standing.question, row.tool_calls, row.question)
        verdict = plan.score(case).to_dict()
        if row.line is None:
            verdict["reason"] = _NO_ROW
        verdict["line"] = row.line
        return verdict

    def lost(self, row: Row, reason: str) -> dict[str, Any]:
        """Return the error verdict of a row that could not be graded; nothing is compiled for it."""
        return _row_verdict(row, self._standing(row).ref, "error", reason)

    def counted(self, rubric: str | None) -> bool:
        """Tell whether rows of this rubric could be scored: it is there, and not of vocabulary alone."""
        known = self._counted.get(rubric)
        if known is None:
            found = self._job.find(str(rubric))
            known = found.broken if isinstance(found, Missing) else _is_gradable(found.value, self._kinds)
            self._counted[rubric] = known
        return known

    def plan(self, ref: str) -> Plan | None:
        """Return the plan of a rubric; None when the reference leads to none."""
        if ref not in self._plans:
            found, given = self._job.find(ref), self._job.resources.arguments
            self._plans[ref] = (
                compile_rubric(found.value, kinds=self._kinds, **given) if isinstance(found, Found) else None
            )
        return self._plans[ref]

    def close(self) -> tuple[str, ...]:
        """Close all plans; return one clean line for each thing that could not be given back."""
        lines: list[str] = []
        while self._plans:
            _, plan = self._plans.popitem()
            lines += () if plan is None else plan.close()
        return tuple(lines)

    def _standing(self, row: Row) -> _Standing:
        job = self._job
        own = None if job.rubric is None else str(job.rubric.ref)
        if job.dataset is None:
            return _Standing(own, _NOTHING)
        if row.question is None:
            return _Standing(own, None, "error", "the field question_id is missing")
        question = job.dataset.questions.get(row.question)
        if question is None:
            return _Standing(own, None, "error", f"no question has the id {shown(row.question)}")
        if row.question in job.dataset.disabled:
            return _Standing(None, question, "not_scored", "the question is disabled")
        ref = own or question.get("rubric_ref")
        if ref is None:
            return _Standing(None, question, "not_scored", "the question names no rubric")
        return _Standing(ref, question)

    def _without_plan(self, row: Row, standing: _Standing) -> dict[str, Any]:
        status, reason = standing.status, standing.reason
        if not status:
            found = self._job.find(str(standing.ref))
            assert isinstance(found, Missing)
            status, reason = "error" if found.broken else "not_scored", found.why
        if row.line is None:
            status, reason = "not_scored", _NO_ROW
        return _row_verdict(row, standing.ref, status, reason)


_NO_ROW = "no response row"


def _is_gradable(rubric: Rubric, kinds: Kinds) -> bool:
    """Tell whether a rubric has a check that somebody could execute; vocabulary alone never scores a row."""
    return any(check.kind not in kinds or kinds[check.kind].prepare is not None for check in rubric.checks)
