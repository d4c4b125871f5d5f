"""Faults of behaviour: what is given, raised and changed."""

from __future__ import annotations

import threading
from dataclasses import replace
from fractions import Fraction
from typing import Any

from checkwright import Case, Execute, Outcome, Toolbox

from ..laws import behaviour, words
from .honest import Phrases, prepare
from .mutant import Mutant, altered, told_again

__all__ = ["MUTANTS"]


def _strictly_more(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Compare with > where >= is meant."""
    at_the_edge = outcome.score == spec.share < 1
    return Outcome.judge(False, outcome.reason, outcome.score) if at_the_edge else outcome


def _first_letter(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Look at the first letter, which an empty text does not have."""
    return replace(outcome, details={"first": case.text[0]})


def _often_nothing(_spec: Phrases, case: Case, outcome: Outcome) -> Any:
    """Forget to give something back for a reply of several lines."""
    return None if "\n" in case.text else outcome


def _bonus(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Return more than all for all the phrases."""
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
    """Take no reply for an empty one."""
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


def _nameless() -> type[Phrases]:
    class Local(Phrases):
        """A model that pickle cannot find by name."""

    return Local


def _prepare_with_lock(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Keep a lock in the check, where nobody can copy it."""
    vars(spec)["lock"] = threading.Lock()
    return prepare(spec, toolbox)


STRICTER = altered(prepare=told_again(_strictly_more))
RAISES_ON_EMPTY = altered(prepare=told_again(_first_letter))
GIVES_NONE = altered(prepare=told_again(_often_nothing))
ABOVE_ONE = altered(prepare=told_again(_bonus))
NOT_A_NUMBER = altered(prepare=told_again(_share_of_nothing))
TEXT_STATUS = altered(prepare=told_again(_status_as_text))
NO_EVIDENCE = altered(prepare=_prepare_without_evidence)
NO_JSON = altered(prepare=told_again(_fraction))
COPYING = altered(prepare=told_again(_copied))
MARKS_SPEC = altered(prepare=told_again(_marked_spec))
MARKS_CASE = altered(prepare=told_again(_marked_case))
LOCAL = altered(spec=_nameless())
LOCKED = altered(prepare=_prepare_with_lock)

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
        (words.evidence_quotes_the_response,),
    ),
    Mutant(behaviour.details_are_json, "a fraction in the details", NO_JSON),
    Mutant(behaviour.details_are_json, "the whole reply in the details", COPYING),
    Mutant(behaviour.spec_and_case_stay_unchanged, "a changed spec", MARKS_SPEC),
    Mutant(behaviour.spec_and_case_stay_unchanged, "a changed question", MARKS_CASE),
    Mutant(behaviour.spec_and_verdict_pickle, "a model inside a function", LOCAL),
    Mutant(behaviour.spec_and_verdict_pickle, "a lock that `prepare` leaves in the check", LOCKED),
)
