"""Grade response rows: each by the rubric of its question, or all of them by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..case import Case
from ..compiler import compile_with
from ..dataset import Dataset
from ..kinds import Kinds
from ..plan import Plan
from ..rubric import Rubric
from ..supplies import Supplies
from ..wording import one_line, shown
from .responses import Row

__all__ = ["Grader", "Job"]

_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Job:
    """What rows are graded by; pickles.

    rubric: grades every row; without it each row is graded by the rubric that its question names.
    dataset: the questions; without it every row stands for itself.
    supplies: what the run provides; references of questions are looked up in its rubrics.
    """

    rubric: Rubric | None = None
    dataset: Dataset | None = None
    supplies: Supplies = field(default_factory=Supplies)

    @property
    def refs(self) -> tuple[str, ...]:
        """The references of the rubrics that rows may be graded by, in the order of the questions."""
        if self.rubric is not None:
            return (str(self.rubric.ref),)
        questions = self.dataset.questions if self.dataset is not None else {}
        left_out = self.dataset.disabled if self.dataset is not None else ()
        refs = (question.get("rubric_ref") for ident, question in questions.items() if ident not in left_out)
        return tuple(dict.fromkeys(ref for ref in refs if ref is not None))

    def find(self, ref: str) -> tuple[Rubric | None, str | None, bool]:
        """Look a rubric up: itself, or why there is none and whether that is an error."""
        if self.rubric is not None:
            return self.rubric, None, False
        rubrics = self.supplies.rubrics
        if rubrics is None:
            return None, f"{ref}: this run has no rubrics to look it up in", False
        return rubrics.get(ref), rubrics.why(ref), rubrics.broken(ref)


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
        """Give the error verdict of a row that could not be graded; nothing is compiled for it."""
        return _row_verdict(row, self._standing(row).ref, "error", reason)

    def counted(self, rubric: str | None) -> bool:
        """Tell whether rows of this rubric could be scored: it is there, and not of vocabulary alone."""
        known = self._counted.get(rubric)
        if known is None:
            found, _, broken = self._job.find(str(rubric))
            known = broken or (found is not None and _is_gradable(found, self._kinds))
            self._counted[rubric] = known
        return known

    def plan(self, ref: str) -> Plan | None:
        """Give the plan of a rubric; None when the reference leads to none."""
        if ref not in self._plans:
            rubric, _, _ = self._job.find(ref)
            self._plans[ref] = (
                None if rubric is None else compile_with(rubric, self._kinds, self._job.supplies)
            )
        return self._plans[ref]

    def close(self) -> tuple[str, ...]:
        """Give back what the checks took; one clean line for each thing that could not be."""
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
            _, why, broken = self._job.find(str(standing.ref))
            status, reason = "error" if broken else "not_scored", why or "no rubric"
        if row.line is None:
            status, reason = "not_scored", _NO_ROW
        return _row_verdict(row, standing.ref, status, reason)


_NO_ROW = "no response row"


def _is_gradable(rubric: Rubric, kinds: Kinds) -> bool:
    """Tell whether a rubric has a check that somebody could execute; vocabulary alone never scores a row."""
    return any(check.kind not in kinds or kinds[check.kind].prepare is not None for check in rubric.checks)


def _row_verdict(
    row: Row, ref: str | None, status: str, reason: str, plan: Plan | None = None
) -> dict[str, Any]:
    """Give the verdict of a row that no check was run on."""
    return {
        "format": 1,
        "rubric": ref,
        "case": row.question,
        "status": status,
        "score": None,
        "passed": None,
        "grade": None,
        "reason": one_line(reason),
        "coverage": {"executed": 0, "checks": 0},
        "checks": [],
        "signature": None if plan is None else plan.head.signature,
        "line": row.line,
    }
