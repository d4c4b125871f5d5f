"""Faults of repetition: chance, memory and shared state."""

from __future__ import annotations

import datetime
import itertools
import random
from dataclasses import replace
from typing import Any

from checkwright import Case, Execute, Outcome, Toolbox
from checkwright.text import fold
from checkwright.wording import shown

from ..laws import effects, repeat
from .mutant import Mutant, changed_kind, with_outcomes
from .original import Phrases, prepare

__all__ = ["MUTANTS"]

_CALLS = itertools.count()
_LAST: dict[str, Any] = {}


def _by_chance(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Add an unseeded random number."""
    return replace(outcome, details={"sample": random.random()})  # noqa: S311 - the fault itself


def _counted(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Count the calls of the process."""
    return replace(outcome, details={"call": next(_CALLS)})


def _prepare_with_leak(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Use the share of the check that was prepared last."""
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


_BY_TEXT: dict[str, Outcome] = {}


def _remembered(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Remember the outcome of a reply, whatever the check."""
    return _BY_TEXT.setdefault(case.text, outcome)


def _dated(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Add the date of today."""
    return replace(outcome, details={"day": datetime.date.today().isoformat()})


def _words(case: Case) -> list[str]:
    return case.text.split()


def _spoiling(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Remove a word from a list that all checks share."""
    words = case.memo(_words)
    return replace(outcome, details={"last": shown(words.pop()) if words else None})


def _prepare_late(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Make a table at the first call, and mark it as made before it is."""
    execute = prepare(spec, toolbox)
    table: dict[str, str] = {}
    is_made: list[bool] = []

    def execute_by_table(case: Case) -> Outcome:
        if not is_made:
            is_made.append(True)
            for phrase in spec.phrases:
                table[fold(phrase)] = phrase
        size = len(table)
        return replace(execute(case), details={"size": size})

    return execute_by_table


RANDOM = changed_kind(prepare=with_outcomes(_by_chance))
COUNTING = changed_kind(prepare=with_outcomes(_counted))
LEAKING = changed_kind(prepare=_prepare_with_leak)
HASHING = changed_kind(prepare=with_outcomes(_as_hashed))
SCRATCHING = changed_kind(prepare=_prepare_with_scratch)
REMEMBERING = changed_kind(prepare=with_outcomes(_remembered))
DRIFTING = changed_kind(prepare=with_outcomes(_counted), varies=frozenset({"calls"}))
DATED = changed_kind(prepare=with_outcomes(_dated))
SPOILING = changed_kind(prepare=with_outcomes(_spoiling))
LATE = changed_kind(prepare=_prepare_late)

_ALL = (
    repeat.outcome_is_the_same_in_any_order,
    repeat.outcome_is_the_same_in_another_process,
    repeat.outcome_is_the_same_from_four_threads,
)

MUTANTS = (
    Mutant(
        repeat.outcome_is_the_same_twice,
        "an unseeded random number",
        RANDOM,
        (*_ALL, effects.process_is_left_as_it_was),
    ),
    Mutant(repeat.outcome_is_the_same_twice, "a global counter", COUNTING, _ALL),
    Mutant(repeat.outcome_is_the_same_twice, "a detail that varies beside the declared one", DRIFTING, _ALL),
    Mutant(repeat.outcome_is_the_same_twice, "a shared view of the case that is spoiled", SPOILING),
    Mutant(
        repeat.outcome_is_the_same_in_any_order,
        "a threshold that leaks into other checks",
        LEAKING,
        (repeat.outcome_is_the_same_from_four_threads,),
    ),
    Mutant(repeat.outcome_is_the_same_in_another_process, "the order of a set", HASHING),
    Mutant(repeat.outcome_is_the_same_in_another_process, "a memory by the text alone", REMEMBERING),
    Mutant(repeat.outcome_is_the_same_in_another_process, "the day of today", DATED),
    Mutant(repeat.outcome_is_the_same_from_four_threads, "a scratch pad in the closure", SCRATCHING),
    Mutant(repeat.outcome_is_the_same_from_four_threads, "a table made at the first call", LATE),
)
