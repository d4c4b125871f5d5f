"""Engine: what the engine laws judge, as functions to exchange; Scene: what they are held against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hypothesis import strategies as st
from pydantic import Field

from checkwright import (
    Case,
    CheckSpec,
    Execute,
    Kind,
    Kinds,
    Outcome,
    Plan,
    Rubric,
    Toolbox,
    compile_rubric,
    load_kinds,
    merged_schema,
    parse_rubric,
)
from checkwright.combine import TABLE

__all__ = ["NOTED", "TOLD", "Engine", "Scene", "Told", "given_scenes", "prepare_told", "scenes"]


class Told(CheckSpec):
    """Come out as the check document tells."""

    kind: Literal["contract.told"]
    outcome: Literal["passed", "failed", "not_executable", "error"]
    score: float = Field(ge=0, le=1)


def prepare_told(spec: Told, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Make the one outcome that is told."""
    if spec.outcome == "not_executable":
        outcome = Outcome.not_executable("told so")
    elif spec.outcome == "error":
        outcome = Outcome.error("told so")
    else:
        outcome = Outcome.judge(spec.outcome == "passed", "told so", spec.score)
    return lambda _: outcome


class Noted(CheckSpec):
    """Note something that nobody executes."""

    kind: Literal["contract.noted"]
    notes: dict[str, list[str]] = Field(description="What is noted.")


#: The kind that engine laws score with, and one more.
TOLD = Kind(spec=Told, prepare=prepare_told)
NOTED = Kind(spec=Noted, prepare=None)


@dataclass(frozen=True, slots=True)
class Scene:
    """Checks as they are to come out, and how they are combined.

    checks: (outcome, score, weight or None) of each.
    order: another order of the checks. excluded: where checks that are not executable may be put in.
    """

    combine: str
    threshold: float
    checks: tuple[tuple[str, float, float | None], ...]
    order: tuple[int, ...]
    excluded: tuple[int, ...]

    def document(self, order: Sequence[int] | None = None, excluded: Sequence[int] = ()) -> dict[str, Any]:
        """Write the rubric: the checks in their own order or another, excluded ones among them."""
        numbers = range(len(self.checks)) if order is None else order
        checks = [
            {"kind": "contract.told", "id": f"c{number}", "outcome": outcome, "score": score}
            for number, (outcome, score, _) in ((number, self.checks[number]) for number in numbers)
        ]
        for count, place in enumerate(excluded):
            told = {"kind": "contract.told", "id": f"x{count}", "outcome": "not_executable", "score": 0.5}
            checks.insert(place % (len(checks) + 1), told)
        weights = {f"c{number}": one[2] for number, one in enumerate(self.checks) if one[2] is not None}
        scoring: dict[str, Any] = {"combine": self.combine, "threshold": self.threshold, "weights": weights}
        return {"id": "scene", "version": "1.0", "checks": checks, "scoring": scoring}


def given_scenes() -> Iterator[Scene]:
    """Give the scenes of every run: each mode on every status, and weights that sum to zero."""
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
            yield Scene(mode, 0.6, checks, order, (0, 2))


def scenes() -> st.SearchStrategy[Scene]:
    """Draw a scene of one to five checks."""
    scores = st.one_of(st.sampled_from((0.0, 1.0, 0.5, 0.7, 0.1, 0.2)), st.floats(0, 1))
    weights = st.one_of(st.none(), st.sampled_from((0.0, 1.0, 2.0, 0.1, 1e6)), st.floats(0, 1e6))
    outcomes = st.sampled_from(("passed", "failed", "passed", "failed", "not_executable", "passed", "error"))
    check = st.tuples(outcomes, scores, weights)

    def scene(checks: list[Any]) -> st.SearchStrategy[Scene]:
        return st.builds(
            Scene,
            st.sampled_from(tuple(TABLE)),
            scores,
            st.just(tuple(checks)),
            st.permutations(range(len(checks))).map(tuple),
            st.lists(st.integers(0, 5), min_size=1, max_size=3).map(tuple),
        )

    return st.lists(check, min_size=1, max_size=5).flatmap(scene)


def _combined(mode: str, scores: Sequence[float], weights: Sequence[float]) -> float | None:
    return TABLE[mode](weights)(scores)


@dataclass(frozen=True)
class Engine:
    """The functions that the engine laws judge; the installed core unless told otherwise.

    combine: (mode, scores, weights) to the combined score, None where the weights sum to zero.
    compile, load, merge: as in the core.
    seen: how often each status of a verdict came out.
    """

    combine: Callable[[str, Sequence[float], Sequence[float]], float | None] = _combined
    compile: Callable[[Rubric, Kinds], Plan] = lambda rubric, kinds: compile_rubric(rubric, kinds=kinds)
    load: Callable[[Sequence[Kind[Any]]], Any] = lambda kinds: load_kinds(plugins=kinds, entry_points=False)
    merge: Callable[[Any], Mapping[str, Any]] = merged_schema
    seen: Counter[str] = field(default_factory=Counter)

    def verdict(self, document: Mapping[str, Any], more: Sequence[Kind[Any]] = ()) -> dict[str, Any]:
        """Score a rubric document of told checks, with more kinds installed or not."""
        kinds = load_kinds(plugins=[TOLD, *more], entry_points=False)
        verdict = self.compile(parse_rubric(document, kinds=kinds), kinds).score(Case("A reply.")).to_dict()
        self.seen[verdict["status"]] += 1
        return verdict
