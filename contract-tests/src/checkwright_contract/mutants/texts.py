"""Faults of texts: of reasons, messages, warnings and evidence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace

from checkwright import Case, CheckError, Evidence, Execute, Outcome, Toolbox
from checkwright.text import fold

from ..laws import criteria, texts
from .mutant import Mutant, changed_kind, with_outcomes
from .original import Phrases, prepare, warn

__all__ = ["MUTANTS"]


def _raw(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Put the beginning of the reply into the reason, escape sequences included."""
    return replace(outcome, reason=f"{outcome.reason} in {case.text[:30]}")


def _whole(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Put the whole reply into the reason."""
    return replace(outcome, reason=f"{outcome.reason} in {case.text!a}")


def _prepare_without_value(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Raise an authoring error that does not show the value."""
    try:
        return prepare(spec, toolbox)
    except CheckError as error:
        raise CheckError("a phrase is blank", error.path) from None


def _prepare_without_place(spec: Phrases, toolbox: Toolbox) -> Execute:
    """Raise an authoring error at a field that the check does not have."""
    try:
        return prepare(spec, toolbox)
    except CheckError as error:
        raise CheckError(error.message, ("phrase", 0)) from None


def _in_folded(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Return spans of the folded text, which are wrong after a character that folds to two."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        folded = [fold(phrase) for phrase in spec.phrases]
        spans = [(case.folded.find(one), len(one)) for one in folded]
        return tuple(Evidence.span(case.text, at, at + length) for at, length in spans if at >= 0)

    return replace(outcome, locate=locate)


def _misquoted(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Quote the phrase instead of the reply."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        one = spec.phrases[0]
        at = case.folded.find(fold(one))
        if at < 0 or at + len(one) > len(case.text):
            return ()
        return (Evidence("span", one, start=at, end=at + len(one)),)

    return replace(outcome, locate=locate)


def _with_share(spec: Phrases) -> str:
    """Show the threshold to the judge."""
    return f"At least {spec.share:.0%} of the phrases are there."


def _in_lines(spec: Phrases) -> str:
    """Describe each phrase on a line of its own."""
    return "Phrases:\n" + "\n".join(map(repr, spec.phrases))


def _beside(spec: Phrases) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of a place past the end of the list."""
    for path, message in warn(spec):
        yield (path[0], len(spec.phrases)), message


def _long_words(_spec: Phrases, case: Case, outcome: Outcome) -> Outcome:
    """Put every long word of the reply into the reason."""
    words = [ascii(word) for word in case.text.split() if len(word) > 9]
    return replace(outcome, reason=f"{outcome.reason}; {len(words)} long words: {', '.join(words)}")


def _after_strip(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Return spans of the stripped reply."""

    def locate(case: Case) -> tuple[Evidence, ...]:
        one, text = spec.phrases[0], case.text.strip()
        at = text.find(one)
        return () if at < 0 else (Evidence.span(text, at, at + len(one)),)

    return replace(outcome, locate=locate)


def _in_utf_16(spec: Phrases, _case: Case, outcome: Outcome) -> Outcome:
    """Count characters outside the first plane as two, as JavaScript does."""

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
    """Exit the program while the evidence is located."""
    inner = outcome.locate

    def locate(case: Case) -> tuple[Evidence, ...]:
        if "\x00" in case.text:
            sys.exit("cannot read this")
        return inner(case) if inner is not None else ()

    return replace(outcome, locate=locate)


RAW = changed_kind(prepare=with_outcomes(_raw))
WHOLE = changed_kind(prepare=with_outcomes(_whole))
WITHOUT_VALUE = changed_kind(prepare=_prepare_without_value)
WITHOUT_PLACE = changed_kind(prepare=_prepare_without_place)
FOLDED = changed_kind(prepare=with_outcomes(_in_folded))
MISQUOTING = changed_kind(prepare=with_outcomes(_misquoted))
LISTING = changed_kind(prepare=with_outcomes(_long_words))
STRIPPED = changed_kind(prepare=with_outcomes(_after_strip))
UTF_16 = changed_kind(prepare=with_outcomes(_in_utf_16))
RECORDLESS = changed_kind(prepare=with_outcomes(_without_record))
NAMELESS = changed_kind(prepare=with_outcomes(_of_nobody))
EXITING = changed_kind(prepare=with_outcomes(_giving_up))
TELLING = changed_kind(describe=_with_share)
LINES = changed_kind(describe=_in_lines)
BESIDE = changed_kind(warn=_beside)
FLOAT = changed_kind(engines=lambda: {"matcher": 10.47})
ABSENT = changed_kind(missing=lambda _: "there is no matcher here")
TWO_LINES = changed_kind(missing=lambda _: "no matcher\ninstall it")

MUTANTS = (
    Mutant(texts.reason_is_one_clean_line, "the reply's escape sequences in the reason", RAW),
    Mutant(texts.reason_is_one_clean_line, "the whole reply in the reason", WHOLE),
    Mutant(texts.reason_is_one_clean_line, "all long words of the reply in the reason", LISTING),
    Mutant(texts.authoring_errors_name_the_value, "an authoring error without the value", WITHOUT_VALUE),
    Mutant(texts.authoring_errors_name_the_value, "an authoring error that leads nowhere", WITHOUT_PLACE),
    Mutant(texts.evidence_quotes_the_response, "spans that are off after folding", FOLDED),
    Mutant(texts.evidence_quotes_the_response, "spans that are off after blanks are stripped", STRIPPED),
    Mutant(texts.evidence_quotes_the_response, "spans that count UTF-16", UTF_16),
    Mutant(texts.evidence_quotes_the_response, "the index of a call that is not recorded", RECORDLESS),
    Mutant(texts.evidence_quotes_the_response, "the rating of a rater without a name", NAMELESS),
    Mutant(texts.evidence_quotes_the_response, "a SystemExit while the evidence is located", EXITING),
    Mutant(texts.evidence_quotes_the_response, "a quotation of the check, not of the reply", MISQUOTING),
    Mutant(criteria.describe_shows_only_what_says_names, "a leaked threshold", TELLING),
    Mutant(criteria.describe_is_one_clean_line, "a sentence of several lines", LINES),
    Mutant(texts.warnings_point_into_the_check, "a warning about a place that is not there", BESIDE),
    Mutant(texts.engines_are_names_and_versions, "a version that is a number", FLOAT),
    Mutant(texts.missing_is_said_only_where_nothing_runs, "what runs is called missing", ABSENT),
    Mutant(texts.missing_is_said_only_where_nothing_runs, "what is missing in two lines", TWO_LINES),
)
