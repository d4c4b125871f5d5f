"""Execute example.word_limit: count the words, compare, point at the first one too many."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome

if TYPE_CHECKING:
    from checkwright import Case, Execute, Toolbox

    from .spec import WordLimit

__all__ = ["describe", "prepare"]

_WORD = re.compile(r"\S+")


def describe(spec: WordLimit) -> str:
    """Say what the check wants in one sentence for a judge."""
    return f"The response has at most {spec.max_words} words."


def prepare(spec: WordLimit, toolbox: Toolbox) -> Execute:
    """Make what every case shares: the limit, and the way to the evidence."""
    del toolbox  # schemas, tools and limits of the run: words need none of them
    limit = spec.max_words

    def first_too_many(case: Case) -> tuple[Evidence, ...]:
        words = islice(_WORD.finditer(case.text), limit, limit + 1)
        return tuple(Evidence.span(case.text, *word.span()) for word in words)

    def execute(case: Case) -> Outcome:
        words = sum(1 for _ in _WORD.finditer(case.text))
        reason = f"{words} word{'' if words == 1 else 's'}, at most {limit} allowed"
        return Outcome.judge(words <= limit, reason, locate=first_too_many)

    return execute
