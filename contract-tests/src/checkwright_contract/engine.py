"""The engine under test, as functions that a mutant can replace, and the kinds that it is tested with."""

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

__all__ = ["SCRIPTED", "VOCABULARY", "Engine", "ScriptedCheck", "prepare_scripted"]


class ScriptedCheck(CheckSpec):
    """The outcome that the check document prescribes."""

    kind: Literal["contract.scripted"]
    outcome: Literal["passed", "failed", "not_executable", "error"]
    score: float = Field(ge=0, le=1)


def prepare_scripted(spec: ScriptedCheck, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Return the function whose outcome is always the one that the check prescribes."""
    if spec.outcome == "not_executable":
        outcome = Outcome.not_executable("as scripted")
    elif spec.outcome == "error":
        outcome = Outcome.error("as scripted")
    else:
        outcome = Outcome.judge(spec.outcome == "passed", "as scripted", spec.score)
    return lambda _: outcome


class VocabularyCheck(CheckSpec):
    """A check that is not executed."""

    kind: Literal["contract.vocabulary"]
    notes: dict[str, list[str]] = Field(description="What is noted.")


#: A kind whose checks prescribe their outcomes, and a kind that is vocabulary only.
SCRIPTED = Kind(spec=ScriptedCheck, prepare=prepare_scripted)
VOCABULARY = Kind(spec=VocabularyCheck, prepare=None)


def _combined(mode: str, scores: Sequence[float], weights: Sequence[float]) -> float | None:
    return TABLE[mode](weights)(scores)


@dataclass(frozen=True)
class Engine:
    """The functions that the laws of the engine test; by default those of the installed core.

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
        """Score a rubric document of scripted checks; more: further kinds that are installed."""
        kinds = load_kinds(plugins=[SCRIPTED, *more], entry_points=False)
        verdict = self.compile(parse_rubric(document, kinds=kinds), kinds).score(Case("A reply.")).to_dict()
        self.seen[verdict["status"]] += 1
        return verdict
