"""Verdict: what scoring one case against one rubric gives."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from ..wording import one_line
from .case import Case
from .isolation import described, isolated
from .outcome import Evidence, Outcome, Status

__all__ = ["CheckResult", "Head", "Verdict", "VerdictStatus"]

#: scored: a number; not_scored: nothing could be executed; error: a check gave no judgement.
VerdictStatus = Literal["scored", "not_scored", "error"]


@dataclass(frozen=True, slots=True)
class Head:
    """What all verdicts of one plan share.

    checks: id, kind and weight of each check, in order.
    threshold: None for the modes that have none.
    """

    rubric: str
    combine: str
    threshold: float | None
    checks: tuple[tuple[str | None, str, float], ...]
    signature: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check of a verdict: its outcome, with the check that it belongs to.

    index: position in the rubric, from 0. weight: what it counts in weighted_avg, else 1.
    reason: one line, safe to print. evidence: located when the result was made.
    evidence_error: why the evidence could not be located; None when it could.
    """

    index: int
    id: str | None
    kind: str
    status: Status
    score: float | None
    weight: float
    reason: str
    evidence: tuple[Evidence, ...]
    details: Mapping[str, Any]
    evidence_error: str | None = None

    def to_dict(self, *, evidence: bool = True) -> dict[str, Any]:
        """Return the result as JSON-able data, on demand without its evidence."""
        data: dict[str, Any] = {
            "index": self.index,
            "id": self.id,
            "kind": self.kind,
            "status": self.status.value,
            "score": self.score,
            "weight": self.weight,
            "reason": self.reason,
            "evidence": [one.to_dict() for one in self.evidence],
            "details": dict(self.details),
        }
        if not evidence:
            del data["evidence"]
        if self.evidence_error is not None:
            data["evidence_error"] = self.evidence_error
        return data


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
        self.status = status
        self.score = score
        self.passed = passed

    @property
    def case(self) -> str | None:
        """The id of the case."""
        return self._case.id

    @property
    def rubric(self) -> str:
        """The reference of the rubric, `rubric/<id>@<version>`."""
        return self.head.rubric

    @property
    def signature(self) -> str:
        """Digest of all that decides besides the case; equal signatures make scores comparable."""
        return self.head.signature

    @property
    def grade(self) -> float | None:
        """The score on the scale from 0 to 5; None when not scored."""
        return None if self.score is None else 5 * self.score

    @property
    def executed(self) -> int:
        """How many checks were executed."""
        return sum(outcome.score is not None for outcome in self.outcomes)

    @cached_property
    def reason(self) -> str:
        """Say in one line how the verdict came about, failures first, exclusions by name."""
        return one_line(_reason(self))

    @cached_property
    def checks(self) -> tuple[CheckResult, ...]:
        """The result of each check, in order; reading it locates the evidence."""
        return self._results(self.outcomes)

    def _results(self, outcomes: Iterable[Outcome]) -> tuple[CheckResult, ...]:
        return tuple(
            _result(self._case, index, *about, outcome)
            for index, (about, outcome) in enumerate(zip(self.head.checks, outcomes, strict=True))
        )

    def to_dict(self, *, evidence: bool = True) -> dict[str, Any]:
        """Return the verdict as JSON-able data, format 1.

        evidence: False leaves it out of each check, and locates none.
        """
        checks = self.checks if evidence else self._results(map(_unlocated, self.outcomes))
        return {
            "format": 1,
            "rubric": self.rubric,
            "case": self.case,
            "status": self.status,
            "score": self.score,
            "passed": self.passed,
            "grade": self.grade,
            "reason": self.reason,
            "coverage": {"executed": self.executed, "checks": len(self.outcomes)},
            "checks": [check.to_dict(evidence=evidence) for check in checks],
            "signature": self.signature,
        }

    def __repr__(self) -> str:
        return f"Verdict({self.rubric}, {self.status}, score={self.score}, passed={self.passed})"

    def __getstate__(self) -> dict[str, Any]:
        return {
            "head": self.head,
            "_case": Case(None, id=self.case),
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
        details: dict[str, Any] = json.loads(json.dumps(dict(outcome.details), allow_nan=False))
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


def _reason(verdict: Verdict) -> str:
    """Write the reason line; errors and failures come first, since a long line is cut at its end."""
    by_status: dict[Status, list[str]] = {status: [] for status in Status}
    for (ident, kind, _), outcome in zip(verdict.head.checks, verdict.outcomes, strict=True):
        label = kind if outcome.status is Status.NOT_EXECUTABLE else ident or kind
        by_status[outcome.status].append(label or "check without a kind")
    parts = []
    if by_status[Status.ERROR]:
        first = next(outcome for outcome in verdict.outcomes if outcome.status is Status.ERROR)
        parts.append(f"error in {_counted(by_status[Status.ERROR])}: {one_line(first.reason, 160)}")
    if by_status[Status.FAILED]:
        parts.append(f"failed: {_counted(by_status[Status.FAILED])}")
    parts.append(_arithmetic(verdict, len(by_status[Status.PASSED])))
    if by_status[Status.NOT_EXECUTABLE]:
        parts.append(f"not executable: {_counted(by_status[Status.NOT_EXECUTABLE])}")
    return "; ".join(parts)


def _counted(labels: Sequence[str]) -> str:
    """Join labels, equal ones as `command x2`."""
    return ", ".join(
        label if number == 1 else f"{label} x{number}" for label, number in Counter(labels).items()
    )


def _arithmetic(verdict: Verdict, passed: int) -> str:
    total, executed, head = len(verdict.outcomes), verdict.executed, verdict.head
    if not executed:
        missing = "no response, nothing executed" if verdict._case.response is None else "nothing executed"
        return missing if total else "the rubric has no checks"
    noun = "check" if total == 1 else "checks"
    done = f"{executed} of {total} {noun} executed"
    done += " and passed" if passed == executed else f", {passed} passed"
    if verdict.score is None:
        return f"{done} ({head.combine}), no score because of the error"
    if head.threshold is None:
        return f"{done} ({head.combine})"
    if _weightless(verdict):
        return f"{done}; the weights of the executed checks sum to zero, which scores 0 ({head.combine})"
    return f"{done} ({head.combine} {verdict.score:.4g}, threshold {head.threshold:g})"


def _weightless(verdict: Verdict) -> bool:
    """Tell whether every executed check of a weighted mean counts nothing."""
    if verdict.head.combine != "weighted_avg":
        return False
    return not any(
        weight
        for (_, _, weight), outcome in zip(verdict.head.checks, verdict.outcomes, strict=True)
        if outcome.score is not None
    )
