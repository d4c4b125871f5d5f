"""Faults of repetition: chance, memory and what is shared."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from typing import Any

from checkwright import Case, Execute, Outcome, Toolbox
from checkwright.text import fold

from ..laws import repeat
from .honest import Phrases, prepare
from .mutant import Mutant, altered, told_again

__all__ = ["MUTANTS"]

_CALLS = itertools.count()
_LAST: dict[str, Any] = {}


def _by_chance(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Add what no seed fixes."""
    return replace(outcome, details={"sample": random.random()})  # noqa: S311 - the fault itself


def _counted(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Count the calls of the process."""
    return replace(outcome, details={"call": next(_CALLS)})


def _prepare_with_leak(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Keep the share of the check that was prepared last."""
    execute = prepare(spec, toolbox)
    _LAST["share"] = spec.share

    def execute_by_last(case: Case) -> Outcome:
        outcome, share = execute(case), _LAST["share"]
        passed = outcome.score is not None and outcome.score >= share
        return Outcome.judge(passed, outcome.reason, outcome.score, details={"share": share})

    return execute_by_last


def _as_hashed(spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """List what is missing in the order of a set."""
    missing = {phrase for phrase in spec.phrases if fold(phrase) not in case.folded}
    return replace(outcome, details={"missing": list(missing)})


def _prepare_with_scratch(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Keep the reply in the closure while it is searched."""
    execute = prepare(spec, toolbox)
    scratch: dict[str, str] = {}

    def execute_on_scratch(case: Case) -> Outcome:
        outcome = execute(case)
        scratch["text"] = case.text
        length = sum(1 for _ in itertools.takewhile(lambda at: at < len(scratch["text"]), itertools.count()))
        return replace(outcome, details={"length": length})

    return execute_on_scratch


RANDOM = altered(prepare=told_again(_by_chance))
COUNTING = altered(prepare=told_again(_counted))
LEAKING = altered(prepare=_prepare_with_leak)
HASHING = altered(prepare=told_again(_as_hashed))
SCRATCHING = altered(prepare=_prepare_with_scratch)

_ALL = (
    repeat.outcome_is_the_same_in_any_order,
    repeat.outcome_is_the_same_in_another_process,
    repeat.outcome_is_the_same_from_four_threads,
)

MUTANTS = (
    Mutant(repeat.outcome_is_the_same_twice, "an unseeded random number", RANDOM, _ALL),
    Mutant(repeat.outcome_is_the_same_twice, "a global counter", COUNTING, _ALL),
    Mutant(
        repeat.outcome_is_the_same_in_any_order,
        "a threshold that leaks into other checks",
        LEAKING,
        (repeat.outcome_is_the_same_from_four_threads,),
    ),
    Mutant(repeat.outcome_is_the_same_in_another_process, "the order of a set", HASHING),
    Mutant(repeat.outcome_is_the_same_from_four_threads, "a scratch pad in the closure", SCRATCHING),
)
