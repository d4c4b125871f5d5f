"""The original of all mutants of a kind: it keeps every law."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import Case, CheckError, CheckSpec, Evidence, Execute, Kind, Outcome, Toolbox
from checkwright.literals import quoted
from checkwright.text import fold, original_spans
from checkwright.wording import listed, shown

__all__ = ["ORIGINAL", "Phrases", "describe", "prepare", "warn"]


class Phrases(CheckSpec):
    """The response contains a share of the phrases, whatever their case."""

    kind: Literal["contract.phrases"]
    phrases: tuple[Annotated[str, StringConstraints(min_length=1, max_length=1_000)], ...] = Field(
        min_length=1, description="Texts to look for."
    )
    share: float = Field(default=1.0, ge=0, le=1, description="Share of the phrases that must be there.")


def describe(spec: Phrases) -> str:
    """Return the criterion for a judge in one sentence."""
    return f"The response contains these phrases: {quoted(spec.phrases)}."


def warn(spec: Phrases) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of phrases that are listed twice."""
    for index, phrase in enumerate(spec.phrases):
        if phrase in spec.phrases[:index]:
            yield ("phrases", index), f"{shown(phrase)} is listed twice"


def prepare(spec: Phrases, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Return the function that looks for the phrases; a blank phrase is a mistake of the author."""
    for index, phrase in enumerate(spec.phrases):
        if not phrase.strip():
            raise CheckError(f"phrases[{index}]: {shown(phrase)} is blank", ("phrases", index))
    folded = {fold(phrase): phrase for phrase in spec.phrases}

    def locate(case: Case) -> tuple[Evidence, ...]:
        found = ((case.folded.find(one), len(one)) for one in folded)
        spans = [(start, start + length) for start, length in found if start >= 0]
        return tuple(Evidence.span(case.text, *span) for span in original_spans(case.text, fold, spans))

    def execute(case: Case) -> Outcome:
        missing = [phrase for one, phrase in folded.items() if one not in case.folded]
        count = len(folded) - len(missing)
        reason = f"{count} of {len(folded)} phrases found"
        if missing:
            reason += f", not {listed(missing, 1)}"
        details = {"found": count, "missing": [shown(phrase) for phrase in missing]}
        score = count / len(folded)
        return Outcome.judge(score >= spec.share, reason, score, locate=locate, details=details)

    return execute


ORIGINAL = Kind(spec=Phrases, prepare=prepare, describe=describe, says=frozenset({"phrases"}), warn=warn)
