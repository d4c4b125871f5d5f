"""Execute composite: score the sub-rubric on the same case, and turn its verdict into one outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from checkwright import Outcome
from checkwright.wording import one_line

if TYPE_CHECKING:
    from checkwright import Case, Evidence, Execute, Toolbox, Verdict

    from .spec import Composite

__all__ = ["prepare"]


def prepare(spec: Composite, toolbox: Toolbox) -> Execute:
    """Compile the sub-rubric, and return the function that scores cases by it.

    Raises:
        NotExecutable: the run has no such rubric, or it may not be used at this place (cycle, depth, size).
        ServiceError: the run has the rubric, but it cannot be used.
    """
    plan = toolbox.compile(spec.rubric_ref)

    def execute(case: Case) -> Outcome:
        return _outcome(plan.score(case))

    return execute


def _outcome(verdict: Verdict) -> Outcome:
    details = _Details(verdict)
    if verdict.status == "error":
        return Outcome.error(one_line(f"{verdict.rubric}: {verdict.reason}"), details=details)
    if verdict.status == "not_scored":
        reason = one_line(f"{verdict.rubric}: nothing executed; not executable: {_causes(verdict)}")
        return Outcome.not_executable(reason, details=details)
    return Outcome.judge(
        verdict.passed is True,
        one_line(f"{verdict.rubric}{_partial_coverage(verdict)}: {verdict.reason}"),
        verdict.score,
        locate=partial(_evidence, verdict),
        details=details,
    )


def _partial_coverage(verdict: Verdict) -> str:
    """Return how many checks were executed, when a rubric further inside was executed only in part; else "".

    The reason of the verdict counts such a rubric as one executed check, which would read as if all were.
    """
    executed, checks = _count_checks(verdict)
    if checks == len(verdict.outcomes) or executed == checks:
        return ""
    return f" ({executed} of {checks} checks executed in it and the rubrics inside)"


def _count_checks(verdict: Verdict) -> tuple[int, int]:
    """Count the executed checks and all checks; a rubric inside counts with its own checks."""
    executed = checks = 0
    for outcome in verdict.outcomes:
        if isinstance(outcome.details, _Details):
            more = _count_checks(outcome.details.verdict)
        else:
            more = int(outcome.score is not None), 1
        executed, checks = executed + more[0], checks + more[1]
    return executed, checks


def _causes(verdict: Verdict) -> str:
    """Return the kinds of a rubric of which nothing was executed, each with its cause."""
    causes = Counter(
        f"{kind} ({_cause(outcome)})"
        for (_, kind, _), outcome in zip(verdict.head.checks, verdict.outcomes, strict=True)
    )
    return ", ".join(cause if number == 1 else f"{cause} x{number}" for cause, number in causes.items())


def _cause(outcome: Outcome) -> str:
    # For a composite inside only the innermost causes: the references on the way would fill the line.
    return _causes(outcome.details.verdict) if isinstance(outcome.details, _Details) else outcome.reason


def _evidence(verdict: Verdict, case: Case) -> tuple[Evidence, ...]:
    """Return the evidence of the outcomes that decided the sub-verdict, each place once."""
    found = (outcome.locate(case) for outcome in _deciding(verdict) if outcome.locate is not None)
    return tuple(dict.fromkeys(evidence for places in found for evidence in places))


def _deciding(verdict: Verdict) -> list[Outcome]:
    """Return the outcomes that decided the verdict.

    For `min` and `max` they are those with the lowest or highest score, else those that passed or failed as
    the verdict did; where none did, all executed ones.
    """
    executed = [outcome for outcome in verdict.outcomes if outcome.score is not None]
    if verdict.head.combine in ("min", "max"):
        return [outcome for outcome in executed if outcome.score == verdict.score]
    return [outcome for outcome in executed if outcome.passed is verdict.passed] or executed


class _Details(Mapping[str, Any]):
    """The verdict of the sub-rubric as data for `Verdict.from_dict`, without evidence; made when read."""

    __slots__ = ("_data", "verdict")

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self._data: dict[str, Any] | None = None

    def _read(self) -> dict[str, Any]:
        if self._data is None:
            self._data = self.verdict.to_dict(evidence=False, nested=True)
        return self._data

    def __getitem__(self, name: str) -> Any:
        return self._read()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._read())

    def __len__(self) -> int:
        return len(self._read())
