"""Engine: what the engine laws judge, as functions to exchange."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

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
from checkwright.engine.for_proofs import TABLE

__all__ = ["NOTED", "TOLD", "Engine", "Told", "prepare_told"]


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
