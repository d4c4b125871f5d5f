"""Faults of behaviour: of what is returned, raised and changed."""

from __future__ import annotations

import threading
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from checkwright import Case, Execute, Outcome, Toolbox

from ..laws import behaviour, texts
from .mutant import Mutant, changed_kind, with_outcomes
from .original import Phrases, prepare

__all__ = ["MUTANTS"]


def _strictly_more(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Compare with > where >= is meant."""
    at_the_edge = outcome.score == spec.share < 1
    return Outcome.judge(False, outcome.reason, outcome.score) if at_the_edge else outcome


def _first_letter(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Look at the first letter, which an empty text does not have."""
    return replace(outcome, details={"first": case.text[0]})


def _often_nothing(_spec: Phrases, case: Case, outcome: Outcome) -> Any:
    """Return nothing for a reply of several lines."""
    return None if "\n" in case.text else outcome


def _bonus(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Return a score above 1 when all phrases are found."""
    return Outcome.judge(True, outcome.reason, 1.2) if outcome.score == 1 else outcome


def _share_of_nothing(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Divide by the words of the reply, as floats do it."""
    words = len(case.text.split())
    return replace(outcome, score=float("nan")) if not words else outcome


def _status_as_text(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Spell the status as a text."""
    status: Any = "passed"
    return replace(outcome, status=status) if outcome.score == 1 else outcome


def _prepare_without_evidence(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Treat a missing reply as an empty one."""
    execute = prepare(spec, toolbox)
    return lambda case: execute(Case(case.response or "", case.question, case.tool_calls))


def _fraction(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Put a number into the details that JSON does not have."""
    return replace(outcome, details={"share": Fraction(1, 3)})


def _copied(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Put the words of the reply into the details."""
    return replace(outcome, details={"words": [ascii(word) for word in case.text.split()]})


def _marked_spec(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Leave a note in the check's metadata."""
    if spec.metadata is not None:
        spec.metadata["tried"] = True
    return outcome


def _marked_case(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Leave a note in the question."""
    case.question["tried"] = True  # type: ignore[index]
    return outcome


def _prepare_littering(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Leave a note in the folder of the run."""
    execute = prepare(spec, toolbox)

    def execute_and_note(case: Case) -> Outcome:
        if toolbox.folder is not None:
            Path(toolbox.folder, "note.txt").write_text("tried", encoding="utf-8")
        return execute(case)

    return execute_and_note


def _nameless() -> type[Phrases]:
    class Local(Phrases):
        """A model that pickle cannot find by name."""

    return Local


def _prepare_with_lock(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Store a lock in the check, which cannot be pickled."""
    vars(spec)["lock"] = threading.Lock()
    return prepare(spec, toolbox)


STRICTER = changed_kind(prepare=with_outcomes(_strictly_more))
RAISES_ON_EMPTY = changed_kind(prepare=with_outcomes(_first_letter))
GIVES_NONE = changed_kind(prepare=with_outcomes(_often_nothing))
ABOVE_ONE = changed_kind(prepare=with_outcomes(_bonus))
NOT_A_NUMBER = changed_kind(prepare=with_outcomes(_share_of_nothing))
TEXT_STATUS = changed_kind(prepare=with_outcomes(_status_as_text))
NO_EVIDENCE = changed_kind(prepare=_prepare_without_evidence)
NO_JSON = changed_kind(prepare=with_outcomes(_fraction))
COPYING = changed_kind(prepare=with_outcomes(_copied))
MARKS_SPEC = changed_kind(prepare=with_outcomes(_marked_spec))
MARKS_CASE = changed_kind(prepare=with_outcomes(_marked_case))
LITTERING = changed_kind(prepare=_prepare_littering, effects=frozenset({"file"}))
LOCAL = changed_kind(spec=_nameless())
LOCKED = changed_kind(prepare=_prepare_with_lock)

MUTANTS = (
    Mutant(behaviour.examples_come_out_as_written, "> where >= is meant", STRICTER),
    Mutant(
        behaviour.prepare_and_execute_raise_nothing_undeclared,
        "an IndexError on the empty text",
        RAISES_ON_EMPTY,
    ),
    Mutant(behaviour.execute_returns_an_outcome, "None for a reply of several lines", GIVES_NONE),
    Mutant(behaviour.score_is_between_0_and_1, "a score of 1.2", ABOVE_ONE),
    Mutant(behaviour.score_is_between_0_and_1, "a score that is no number", NOT_A_NUMBER),
    Mutant(behaviour.passed_agrees_with_status, "a status spelled as a text", TEXT_STATUS),
    Mutant(
        behaviour.no_response_is_not_judged,
        "a judgement on no evidence",
        NO_EVIDENCE,
        (texts.evidence_quotes_the_response,),
    ),
    Mutant(behaviour.details_are_json, "a fraction in the details", NO_JSON),
    Mutant(behaviour.details_are_json, "the whole reply in the details", COPYING),
    Mutant(behaviour.spec_and_case_stay_unchanged, "a changed spec", MARKS_SPEC),
    Mutant(behaviour.spec_and_case_stay_unchanged, "a changed question", MARKS_CASE),
    Mutant(behaviour.spec_and_case_stay_unchanged, "a file left in the folder of the run", LITTERING),
    Mutant(behaviour.spec_and_verdict_pickle, "a model inside a function", LOCAL),
    Mutant(behaviour.spec_and_verdict_pickle, "a lock that `prepare` leaves in the check", LOCKED),
)
