"""Scenarios for the engine: checks with prescribed outcomes, and how they are combined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from checkwright.engine.for_proofs import TABLE

from ..drawn_examples import DrawnExamples

__all__ = ["Scenario", "fixed_scenarios", "scenarios"]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Checks with prescribed outcomes, and how they are combined.

    checks: (outcome, score, weight or None) of each.
    order: another order of the checks.
    excluded: indexes at which checks that are not executable may be inserted.
    """

    combine: str
    threshold: float
    checks: tuple[tuple[str, float, float | None], ...]
    order: tuple[int, ...]
    excluded: tuple[int, ...]

    def document(self, order: Sequence[int] | None = None, excluded: Sequence[int] = ()) -> dict[str, Any]:
        """Return the rubric: the checks in their own order or another, with excluded checks inserted."""
        numbers = range(len(self.checks)) if order is None else order
        checks = [
            {"kind": "contract.scripted", "id": f"c{number}", "outcome": outcome, "score": score}
            for number, (outcome, score, _) in ((number, self.checks[number]) for number in numbers)
        ]
        for count, place in enumerate(excluded):
            check = {
                "kind": "contract.scripted",
                "id": f"x{count}",
                "outcome": "not_executable",
                "score": 0.5,
            }
            checks.insert(place % (len(checks) + 1), check)
        weights = {f"c{number}": one[2] for number, one in enumerate(self.checks) if one[2] is not None}
        scoring: dict[str, Any] = {"combine": self.combine, "threshold": self.threshold, "weights": weights}
        return {"id": "scenario", "version": "1.0", "checks": checks, "scoring": scoring}


def fixed_scenarios() -> Iterator[Scenario]:
    """Yield the scenarios of every run: each mode on every status, and weights that sum to zero."""
    several = (
        ("passed", 0.7, 2.0),
        ("failed", 0.1, None),
        ("not_executable", 0.5, 1.0),
        ("passed", 1.0, 0.5),
    )
    nothing = (("not_executable", 0.5, None),)
    broken = (("passed", 1.0, 1.0), ("error", 0.0, None))
    weightless = (("passed", 1.0, 0.0), ("failed", 0.0, 0.0))
    for mode in TABLE:
        for checks in (several, nothing, broken, weightless):
            order = tuple(reversed(range(len(checks))))
            yield Scenario(mode, 0.6, checks, order, (0, 2))


@cache
def scenarios() -> DrawnExamples[Scenario]:
    """Return drawn scenarios of one to five checks."""
    scores = st.one_of(st.sampled_from((0.0, 1.0, 0.5, 0.7, 0.1, 0.2)), st.floats(0, 1))
    weights = st.one_of(st.none(), st.sampled_from((0.0, 1.0, 2.0, 0.1, 1e6)), st.floats(0, 1e6))
    outcomes = st.sampled_from(("passed", "failed", "passed", "failed", "not_executable", "passed", "error"))
    check = st.tuples(outcomes, scores, weights)

    def scenario(checks: list[Any]) -> st.SearchStrategy[Scenario]:
        return st.builds(
            Scenario,
            st.sampled_from(tuple(TABLE)),
            scores,
            st.just(tuple(checks)),
            st.permutations(range(len(checks))).map(tuple),
            st.lists(st.integers(0, 5), min_size=1, max_size=3).map(tuple),
        )

    return DrawnExamples(st.lists(check, min_size=1, max_size=5).flatmap(scenario))
