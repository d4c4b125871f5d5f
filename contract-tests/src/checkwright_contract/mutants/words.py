"""Faults of words: what is said, and what it points at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from checkwright import Case, CheckError, Evidence, Execute, Outcome, Toolbox
from checkwright.text import fold

from ..laws import criteria, words
from .honest import Phrases, prepare, warn
from .mutant import Mutant, altered, told_again

__all__ = ["MUTANTS"]


def _raw(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Say the beginning of the reply as it is, escape sequences and all."""
    return replace(outcome, reason=f"{outcome.reason} in {case.text[:30]}")


def _whole(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Say the whole reply."""
    return replace(outcome, reason=f"{outcome.reason} in {case.text!a}")


def _prepare_without_value(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Say that something is wrong and not what."""
    try:
        return prepare(spec, toolbox)
    except CheckError as error:
        raise CheckError("a phrase is blank", error.path) from None


def _prepare_without_place(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Point at a field that the check does not have."""
    try:
        return prepare(spec, toolbox)
    except CheckError as error:
        raise CheckError(error.message, ("phrase", 0)) from None


def _in_folded(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Point at places of the folded text, which are off after a character that folds to two."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        folded = [fold(phrase) for phrase in spec.phrases]
        spans = [(case.folded.find(one), len(one)) for one in folded]
        return tuple(Evidence.span(case.text, at, at + length) for at, length in spans if at >= 0)

    return replace(outcome, locate=locate)


def _misquoted(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Quote the phrase where the reply is to be quoted."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        one = spec.phrases[0]
        at = case.folded.find(fold(one))
        return (
            () if at < 0 or at + len(one) > len(case.text) else (Evidence("span", (at, at + len(one)), one),)
        )

    return replace(outcome, locate=locate)


def _with_share(spec: Phrases) -> str:
    """Tell the judge the threshold."""
    return f"At least {spec.share:.0%} of the phrases are there."


def _in_lines(spec: Phrases) -> str:
    """Give each phrase a line."""
    return "Phrases:\n" + "\n".join(map(repr, spec.phrases))


def _beside(spec: Phrases) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Point past the end of the list."""
    for path, message in warn(spec):
        yield (path[0], len(spec.phrases)), message


RAW = altered(prepare=told_again(_raw))
WHOLE = altered(prepare=told_again(_whole))
WITHOUT_VALUE = altered(prepare=_prepare_without_value)
WITHOUT_PLACE = altered(prepare=_prepare_without_place)
FOLDED = altered(prepare=told_again(_in_folded))
MISQUOTING = altered(prepare=told_again(_misquoted))
TELLING = altered(describe=_with_share)
LINES = altered(describe=_in_lines)
BESIDE = altered(warn=_beside)
FLOAT = altered(engines=lambda: {"matcher": 10.47})

MUTANTS = (
    Mutant(words.reason_is_one_clean_line, "the reply's escape sequences in the reason", RAW),
    Mutant(words.reason_is_one_clean_line, "the whole reply in the reason", WHOLE),
    Mutant(words.authoring_errors_name_the_value, "an authoring error without the value", WITHOUT_VALUE),
    Mutant(words.authoring_errors_name_the_value, "an authoring error that leads nowhere", WITHOUT_PLACE),
    Mutant(words.evidence_quotes_the_response, "spans that are off after folding", FOLDED),
    Mutant(words.evidence_quotes_the_response, "a quotation of the check, not of the reply", MISQUOTING),
    Mutant(criteria.describe_shows_only_what_says_names, "a leaked threshold", TELLING),
    Mutant(criteria.describe_is_one_clean_line, "a sentence of several lines", LINES),
    Mutant(words.warnings_point_into_the_check, "a warning about a place that is not there", BESIDE),
    Mutant(words.engines_are_names_and_versions, "a version that is a number", FLOAT),
)
