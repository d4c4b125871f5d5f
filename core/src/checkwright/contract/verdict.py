"""Verdict: what came of scoring one case against one rubric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

from ..wording import one_line
from .case import Case
from .check_result import CheckResult
from .evidence import Evidence
from .head import Head
from .isolation import described, isolated
from .outcome import Outcome
from .verdict_json import VerdictFields, VerdictStatus, grade_of, jsonable, read, written
from .verdict_reason import reason_of

__all__ = ["Verdict"]


class Verdict:
    """The verdict of a rubric on a case. Immutable; pickles with its evidence located.

    status: scored, not_scored or error.
    score: 0 to 1, None unless scored.
    passed: True or False when scored, else None.
    outcomes: one per check, in order.
    """

    __slots__ = ("__dict__", "_case", "head", "outcomes", "passed", "score", "status")

    def __init__(
        self,
        head: Head,
        case: Case,
        outcomes: Sequence[Outcome],
        status: VerdictStatus,
        score: float | None,
        passed: bool | None,
    ) -> None:
        self.head = head
        self._case = case
        self.outcomes = outcomes
        self.status: VerdictStatus = status
        self.score = score
        self.passed = passed

    @classmethod
    def without_checks(
        cls,
        status: Literal["not_scored", "error"],
        reason: str,
        *,
        id: str | None = None,  # noqa: A002 - as the property is called
        rubric: str | None = None,
        signature: str | None = None,
    ) -> Verdict:
        """Make the verdict of a case that no check was run on, such as a row that cannot be read.

        reason: made one clean line. id, rubric, signature: None where unknown.
        """
        verdict = cls(Head(rubric, None, None, (), signature), Case(None, id=id), (), status, None, None)
        return verdict.with_reason(reason)

    def with_reason(self, reason: str) -> Verdict:
        """Return the verdict with another reason, made one clean line."""
        verdict = Verdict(self.head, self._case, self.outcomes, self.status, self.score, self.passed)
        vars(verdict).update(vars(self), reason=one_line(reason) or self.status)
        return verdict

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Verdict:
        """Read what `to_dict` wrote: `Verdict.from_dict(verdict.to_dict())` says what `verdict` says.

        Fields that a verdict has not are passed over, such as those that a run adds to its rows. What its
        JSON does not tell, the mode and the threshold, is None in its `head`.

        Raises:
            InvalidVerdict: a field is missing or holds what it may not, or it is not of format 2.
        """
        fields = read(data)
        about = tuple((check.id, check.kind, check.weight) for check in fields.checks)
        verdict = cls(
            Head(fields.rubric, None, None, about, fields.signature),
            Case(None, id=fields.id),
            tuple(
                Outcome(check.status, check.score, check.reason, None, check.details)
                for check in fields.checks
            ),
            fields.status,
            fields.score,
            fields.passed,
        )
        vars(verdict).update(checks=fields.checks, reason=fields.reason)
        return verdict

    @property
    def id(self) -> str | None:
        """The id of the case."""
        return self._case.id

    @property
    def rubric(self) -> str | None:
        """The reference of the rubric, `rubric/<id>@<version>`; None only where no rubric is known."""
        return self.head.rubric

    @property
    def signature(self) -> str | None:
        """Digest of all that decides besides the case; equal signatures make scores comparable.

        None only where nothing was compiled.
        """
        return self.head.signature

    @property
    def grade(self) -> float | None:
        """The score on the scale from 0 to 5; None when not scored."""
        return grade_of(self.score)

    @property
    def executed(self) -> int:
        """How many checks were executed."""
        return sum(outcome.score is not None for outcome in self.outcomes)

    @cached_property
    def reason(self) -> str:
        """Say in one line how the verdict came about, failures first, exclusions by name."""
        responded = self._case.response is not None
        return reason_of(self.head, self.outcomes, self.score, responded=responded)

    @cached_property
    def checks(self) -> tuple[CheckResult, ...]:
        """The result of each check, in order; reading it locates the evidence."""
        return self._results(self.outcomes)

    def _results(self, outcomes: Iterable[Outcome]) -> tuple[CheckResult, ...]:
        return tuple(
            _result(self._case, index, *about, outcome)
            for index, (about, outcome) in enumerate(zip(self.head.checks, outcomes, strict=True))
        )

    def to_dict(self, *, evidence: bool = True, nested: bool = False) -> dict[str, Any]:
        """Return the verdict as JSON-able data, format 2: each field is always there, and has one type.

        evidence: False makes the list of each check empty, and locates none.
        nested: True for what becomes a part of the details of a check: there details stay objects, which
            are JSON text otherwise.
        """
        checks = self.checks if evidence else self._results(map(_unlocated, self.outcomes))
        return written(
            VerdictFields(
                self.id,
                self.rubric,
                self.status,
                self.score,
                self.passed,
                self.reason,
                checks,
                self.signature,
            ),
            nested=nested,
        )

    def __repr__(self) -> str:
        return f"Verdict({self.rubric}, {self.status}, score={self.score}, passed={self.passed})"

    def __getstate__(self) -> dict[str, Any]:
        return {
            "head": self.head,
            "_case": Case(None, id=self.id),
            "outcomes": tuple(_without_locate(outcome) for outcome in self.outcomes),
            "status": self.status,
            "score": self.score,
            "passed": self.passed,
            "checks": self.checks,
            "reason": self.reason,
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        for name, value in state.items():
            if name in ("checks", "reason"):
                self.__dict__[name] = value
            else:
                setattr(self, name, value)


def _unlocated(outcome: Outcome) -> Outcome:
    return replace(outcome, locate=None)


def _without_locate(outcome: Outcome) -> Outcome:
    return Outcome(outcome.status, outcome.score, outcome.reason, None, _details(outcome))


def _details(outcome: Outcome) -> dict[str, Any]:
    """Return details that are sure to be JSON; what is not is said in its place."""
    if not outcome.details:
        return {}
    with isolated() as fault:
        details: dict[str, Any] = jsonable(outcome.details)
        return details
    return {"details_error": described(fault.error)}


def _result(
    case: Case, index: int, ident: str | None, kind: str, weight: float, outcome: Outcome
) -> CheckResult:
    evidence: tuple[Evidence, ...] = ()
    problem: str | None = None
    if outcome.locate is not None:
        with isolated() as fault:
            evidence = tuple(outcome.locate(case))
            if not all(type(one) is Evidence for one in evidence):
                raise TypeError("locate must give Evidence objects")
        if fault.error is not None:
            evidence, problem = (), described(fault.error)
    return CheckResult(
        index=index,
        id=ident,
        kind=kind,
        status=outcome.status,
        score=outcome.score,
        weight=weight,
        reason=one_line(outcome.reason) or outcome.status.value,
        evidence=evidence,
        details=_details(outcome),
        evidence_error=problem,
    )
