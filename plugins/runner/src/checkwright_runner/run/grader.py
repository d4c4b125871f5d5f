"""Grade response rows: each by the rubric of its question, or all of them by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from checkwright import Case, Found, Kinds, Missing, Plan, Rubric, Verdict, compile_rubric
from checkwright.wording import shown

from .job import Job
from .responses import Row
from .stop_requests import StopRequests

__all__ = [
    "Grader",
]

_NOTHING: Mapping[str, Any] = {}
#: The effect of a check that asks a judge, and the role of what it asks.
_JUDGE, _JUDGES = "judge", "judges"


class _Standing(NamedTuple):
    """Which rubric grades a row, or why none does.

    question: None when there is none of that id. status: of the verdict where it is known that none grades.
    """

    ref: str | None
    question: Mapping[str, Any] | None
    status: Literal["not_scored", "error"] | None = None
    reason: str = ""


class Grader:
    """Grades rows; a rubric is compiled when the first row asks for it, and once; closed at the end.

    outside: is around the time that checks wait for something outside.
    stops: what checks asked for, see `Toolbox.stop`.
    """

    def __init__(
        self,
        job: Job,
        kinds: Kinds,
        outside: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._job = job
        self.stops = StopRequests()
        self._resources = replace(job.resources, outside=outside, stop=self.stops)
        self._kinds = kinds
        self._plans: dict[str, Plan | None] = {}
        self._counted: dict[str | None, bool] = {None: False}

    def verdict(self, row: Row, before: Callable[[int], None] = lambda _checks: None) -> Verdict:
        """Grade one row; never raises for what is in it.

        The verdict of a row without a line says that there is no response row.
        """
        standing = self._standing(row)
        if standing.ref is not None and standing.ref not in self._plans:
            before(0)  # compiling takes its own time
        plan = None if standing.ref is None else self.plan(standing.ref)
        before(0 if plan is None else plan.size)
        if row.problem is not None:
            signature = None if plan is None else plan.head.signature
            return Verdict.without_checks(
                "error", row.problem, id=row.question, rubric=standing.ref, signature=signature
            )
        if standing.question is None or plan is None:
            return self._without_plan(row, standing)
        case = Case(row.response, standing.question, row.tool_calls, row.question, row.other)
        verdict = plan.score(case)
        return verdict.with_reason(_NO_ROW) if row.line is None else verdict

    def compile_for(self, row: Row, before: Callable[[int], None]) -> None:
        """Compile the rubric that a row is graded by, unless that is done; `before` comes first."""
        ref = self._standing(row).ref
        if ref is not None and ref not in self._plans:
            before(0)
            self.plan(ref)

    def lost(self, row: Row, reason: str) -> Verdict:
        """Return the error verdict of a row that could not be graded; nothing is compiled for it."""
        return Verdict.without_checks("error", reason, id=row.question, rubric=self._standing(row).ref)

    def counted(self, rubric: str | None) -> bool:
        """Tell whether rows of this rubric could be scored: it is there, and not of vocabulary alone."""
        known = self._counted.get(rubric)
        if known is None:
            found = self._job.find(str(rubric))
            known = found.broken if isinstance(found, Missing) else self._is_gradable(found.value)
            self._counted[rubric] = known
        return known

    def _is_gradable(self, rubric: Rubric) -> bool:
        """Tell whether a rubric has a check that somebody could execute.

        Vocabulary alone never scores a row, and neither do judges alone where the run has none.
        """
        judges = any(provider.role.word == _JUDGES for provider in self._job.resources.providers)
        return any(
            kind is None or (kind.prepare is not None and (judges or _JUDGE not in kind.effects))
            for kind in (self._kinds.get(check.kind) for check in rubric.checks)
        )

    def plan(self, ref: str) -> Plan | None:
        """Return the plan of a rubric; None when the reference leads to none."""
        if ref not in self._plans:
            found, given = self._job.find(ref), self._resources.arguments
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
            return _Standing(own, None, "error", _NO_QUESTION)
        question = job.dataset.questions.get(row.question)
        if question is None:
            return _Standing(own, None, "error", f"no question has the id {shown(row.question)}")
        if row.question in job.dataset.disabled:
            return _Standing(None, question, "not_scored", "the question is disabled")
        ref = own or question.get("rubric_ref")
        if ref is None:
            return _Standing(None, question, "not_scored", "the question names no rubric")
        return _Standing(ref, question)

    def _without_plan(self, row: Row, standing: _Standing) -> Verdict:
        status, reason = standing.status, standing.reason
        if status is None:
            found = self._job.find(str(standing.ref))
            assert isinstance(found, Missing)
            status, reason = "error" if found.broken else "not_scored", found.why
        if row.line is None:
            status, reason = "not_scored", _NO_ROW
        return Verdict.without_checks(status, reason, id=row.question, rubric=standing.ref)


_NO_ROW = "no response row"
_NO_QUESTION = "the row names no question: question_id is missing, and so is id"
