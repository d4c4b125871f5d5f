"""Faults of the engine: of arithmetic, order, exclusion and installed kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from checkwright import (
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
)

from ..engine import SCRIPTED, Engine, ScriptedCheck, prepare_scripted
from ..laws import engine
from .mutant import Mutant

__all__ = ["MUTANTS"]


def _undivided(mode: str, scores: Sequence[float], weights: Sequence[float]) -> float | None:
    """Forget to divide by the weights."""
    if mode == "weighted_avg":
        return sum(score * weight for score, weight in zip(scores, weights, strict=True))
    return Engine().combine(mode, scores, weights)


def _first_counts_twice(rubric: Rubric, kinds: Kinds) -> Plan:
    """Count the first check twice."""
    return compile_rubric(replace(rubric, checks=(rubric.checks[0], *rubric.checks)), kinds=kinds)


def _prepare_strictly(spec: ScriptedCheck, toolbox: Toolbox) -> Execute:
    if spec.outcome == "not_executable":
        failed = Outcome.judge(False, "could not be executed")
        return lambda _: failed
    return prepare_scripted(spec, toolbox)


def _excluded_fails(rubric: Rubric, kinds: Kinds) -> Plan:
    """Count what cannot be executed as failed, beside other checks."""
    if len(rubric.checks) == 1:
        return compile_rubric(rubric, kinds=kinds)
    strict = replace(SCRIPTED, prepare=_prepare_strictly)
    return compile_rubric(rubric, kinds=load_kinds(plugins=[strict], entry_points=False))


def _stricter_when_crowded(rubric: Rubric, kinds: Kinds) -> Plan:
    """Raise the threshold with every kind that is installed."""
    threshold = min(rubric.scoring.threshold + 0.1 * (len(kinds) - 1), 1.0)
    scoring = rubric.scoring.model_copy(update={"threshold": threshold})
    return compile_rubric(replace(rubric, scoring=scoring), kinds=kinds)


def _load_in_order(kinds: Sequence[Kind[Any]]) -> tuple[Kinds, list[str]]:
    return load_kinds(plugins=kinds, entry_points=False), [kind.name for kind in kinds]


def _merge_in_order(loaded: tuple[Kinds, list[str]]) -> Mapping[str, Any]:
    """Write the definitions in the order of loading."""
    kinds, names = loaded
    schema = merged_schema(kinds)
    ordered = {name: schema["$defs"][name] for name in names}
    return {**schema, "$defs": {**ordered, **schema["$defs"]}}


MUTANTS = (
    Mutant(
        engine.combined_score_lies_between_the_scores,
        "a weighted sum that is not divided",
        Engine(combine=_undivided),
    ),
    Mutant(
        engine.order_of_checks_changes_nothing,
        "the first check counts twice",
        Engine(compile=_first_counts_twice),
        (engine.excluded_checks_change_only_reason_and_coverage,),
    ),
    Mutant(
        engine.excluded_checks_change_only_reason_and_coverage,
        "what cannot be executed counts as failed",
        Engine(compile=_excluded_fails),
        (engine.combined_score_lies_between_the_scores,),
    ),
    Mutant(
        engine.one_more_kind_changes_no_verdict,
        "a threshold that grows with the installed kinds",
        Engine(compile=_stricter_when_crowded),
    ),
    Mutant(
        engine.schema_is_the_same_in_any_order,
        "definitions in the order of loading",
        Engine(load=_load_in_order, merge=_merge_in_order),
    ),
)
