"""Kind acme.word_limit, as a stranger writes it: the reply has at most so many words."""

import re
from itertools import islice
from typing import Literal

from pydantic import Field, PositiveInt

from checkwright import Case, CheckSpec, Evidence, Execute, Kind, Outcome, Toolbox, hookimpl

WORD = re.compile(r"\S+")


class WordLimit(CheckSpec):
    """The response has at most so many words."""

    kind: Literal["acme.word_limit"]
    max_words: PositiveInt = Field(description="Most words allowed; words are runs of non-space characters.")


def prepare(spec: WordLimit, toolbox: Toolbox) -> Execute:
    """Count the words, and point at the first one too many."""
    limit = spec.max_words

    def first_too_many(case: Case) -> tuple[Evidence, ...]:
        words = islice(WORD.finditer(case.text), limit, limit + 1)
        return tuple(Evidence("span", word.group(), start=word.start(), end=word.end()) for word in words)

    def execute(case: Case) -> Outcome:
        words = WORD.findall(case.text)
        score = min(1.0, limit / max(1, len(words)))
        reason = f"{len(words)} words, at most {limit} allowed"
        return Outcome.judge(len(words) <= limit, reason, score, locate=first_too_many)

    return execute


KIND = Kind(spec=WordLimit, prepare=prepare)


@hookimpl
def checkwright_kinds() -> list[Kind[WordLimit]]:
    """Offer the one kind of this package."""
    return [KIND]
