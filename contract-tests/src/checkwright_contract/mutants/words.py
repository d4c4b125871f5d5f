"""Faults of words: what is said, and what it points at."""

from __future__ import annotations

import sys
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
        if at < 0 or at + len(one) > len(case.text):
            return ()
        return (Evidence("span", one, start=at, end=at + len(one)),)

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


def _long_words(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Say every long word of the reply."""
    words = [ascii(word) for word in case.text.split() if len(word) > 9]
    return replace(outcome, reason=f"{outcome.reason}; {len(words)} long words: {', '.join(words)}")


def _after_strip(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Point at places of the stripped reply."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        one, text = spec.phrases[0], case.text.strip()
        at = text.find(one)
        return () if at < 0 else (Evidence.span(text, at, at + len(one)),)

    return replace(outcome, locate=locate)


def _in_utf_16(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Count as JavaScript does: two for a character outside the first plane."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        one = spec.phrases[0]
        before, found, _ = case.text.partition(one)
        at = len(before.encode("utf-16-le", "surrogatepass")) // 2
        return (Evidence("span", one, start=at, end=at + len(one)),) if found else ()

    return replace(outcome, locate=locate)


def _without_record(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Point at the first call of a record, whether there is one or not."""
    return replace(outcome, locate=lambda _: (Evidence.tool_call(0, "search"),))


def _of_nobody(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Quote a rating and not say whose it is."""
    return replace(outcome, locate=lambda _: (Evidence.rating(" ", "well said"),))


def _giving_up(_spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """End the program where the evidence is hard to find."""
    inner = outcome.locate

    def locate(case: Case) -> tuple[Evidence, ...]:
        if "\x00" in case.text:
            sys.exit("cannot read this")
        return inner(case) if inner is not None else ()

    return replace(outcome, locate=locate)


RAW = altered(prepare=told_again(_raw))
WHOLE = altered(prepare=told_again(_whole))
WITHOUT_VALUE = altered(prepare=_prepare_without_value)
WITHOUT_PLACE = altered(prepare=_prepare_without_place)
FOLDED = altered(prepare=told_again(_in_folded))
MISQUOTING = altered(prepare=told_again(_misquoted))
LISTING = altered(prepare=told_again(_long_words))
STRIPPED = altered(prepare=told_again(_after_strip))
UTF_16 = altered(prepare=told_again(_in_utf_16))
RECORDLESS = altered(prepare=told_again(_without_record))
NAMELESS = altered(prepare=told_again(_of_nobody))
EXITING = altered(prepare=told_again(_giving_up))
TELLING = altered(describe=_with_share)
LINES = altered(describe=_in_lines)
BESIDE = altered(warn=_beside)
FLOAT = altered(engines=lambda: {"matcher": 10.47})
ABSENT = altered(missing=lambda _: "there is no matcher here")
TWO_LINES = altered(missing=lambda _: "no matcher\ninstall it")

MUTANTS = (
    Mutant(words.reason_is_one_clean_line, "the reply's escape sequences in the reason", RAW),
    Mutant(words.reason_is_one_clean_line, "the whole reply in the reason", WHOLE),
    Mutant(words.reason_is_one_clean_line, "all long words of the reply in the reason", LISTING),
    Mutant(words.authoring_errors_name_the_value, "an authoring error without the value", WITHOUT_VALUE),
    Mutant(words.authoring_errors_name_the_value, "an authoring error that leads nowhere", WITHOUT_PLACE),
    Mutant(words.evidence_quotes_the_response, "spans that are off after folding", FOLDED),
    Mutant(words.evidence_quotes_the_response, "spans that are off after blanks are stripped", STRIPPED),
    Mutant(words.evidence_quotes_the_response, "spans that count UTF-16", UTF_16),
    Mutant(words.evidence_quotes_the_response, "the index of a call that is not recorded", RECORDLESS),
    Mutant(words.evidence_quotes_the_response, "the rating of a rater without a name", NAMELESS),
    Mutant(words.evidence_quotes_the_response, "a SystemExit while the evidence is located", EXITING),
    Mutant(words.evidence_quotes_the_response, "a quotation of the check, not of the reply", MISQUOTING),
    Mutant(criteria.describe_shows_only_what_says_names, "a leaked threshold", TELLING),
    Mutant(criteria.describe_is_one_clean_line, "a sentence of several lines", LINES),
    Mutant(words.warnings_point_into_the_check, "a warning about a place that is not there", BESIDE),
    Mutant(words.engines_are_names_and_versions, "a version that is a number", FLOAT),
    Mutant(words.missing_is_said_only_where_nothing_runs, "what runs is called missing", ABSENT),
    Mutant(words.missing_is_said_only_where_nothing_runs, "what is missing in two lines", TWO_LINES),
)
