"""The facts of a question: numbers and words, and how each is found in a response."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from checkwright.wording import shown

from .budget import Budget
from .currencies import Currency, contradict
from .latex import APART
from .scanner import Number, Numbers, numbers_in, numbers_of
from .units import unit
from .words import Words, comparable, words_of

if TYPE_CHECKING:
    from checkwright import Case

__all__ = ["Fact", "NumberFact", "WordFact", "fact_spans", "is_found", "make_fact", "near_miss"]

#: What may stand around a number that is all of a fact: emphasis, and what LaTeX leaves.
_AROUND = f"*_`{{}}{APART}"


@dataclass(frozen=True, slots=True)
class NumberFact:
    """A fact that is a number: found by its value, in any notation."""

    text: str
    value: str
    mark: str
    currency: Currency

    def find(self, numbers: Numbers, budget: Budget) -> Number | None:
        """Return the number of a response that states this fact, or None."""
        for number in numbers.of(self.value, budget):
            if number.mark == self.mark and not contradict(number.currency, self.currency):
                return number
        return None


@dataclass(frozen=True, slots=True)
class WordFact:
    """A fact that is not a number: found as whole words.

    wanted: the text in the form in which it is searched.
    """

    text: str
    wanted: str

    def find(self, words: Words, budget: Budget) -> tuple[int, int] | None:
        """Return the span of this fact in the searched form of a response, or None."""
        return words.find(self.wanted, budget)


Fact: TypeAlias = NumberFact | WordFact


def make_fact(text: str) -> Fact:
    """Make a fact of a text that is not blank: a number when all of it is one, by its first reading."""
    view, numbers = numbers_in(text.strip().rstrip(".,;:!?"))
    for number in numbers:
        if not (view[: number.start] + view[number.end :]).strip(_AROUND):
            return NumberFact(text, number.value, number.mark, number.currency)
    return WordFact(text, comparable(text.strip()))


def is_found(fact: Fact, case: Case, budget: Budget) -> bool:
    """Return whether a response states a fact.

    Raises:
        MatchLimitError: it has so many places that resemble the fact that not all of them were looked at.
    """
    if isinstance(fact, NumberFact):
        return fact.find(case.memo(numbers_of), budget) is not None
    return fact.find(case.memo(words_of), budget) is not None


def fact_spans(facts: Sequence[Fact], case: Case, most: int) -> Sequence[tuple[int, int]]:
    """Return the spans of the response that state the first `most` facts that are found, in their order."""
    found: dict[Fact, tuple[int, int]] = {}
    words: dict[Fact, tuple[int, int]] = {}
    budget = Budget()
    for fact in dict.fromkeys(facts):
        if len(found) + len(words) == most:
            break
        if isinstance(fact, NumberFact):
            numbers = case.memo(numbers_of)
            if number := fact.find(numbers, budget):
                found[fact] = numbers.place(number)
        elif place := fact.find(case.memo(words_of), budget):
            words[fact] = place
    if words:
        found.update(zip(words, case.memo(words_of).originals(list(words.values())), strict=True))
    return list(dict.fromkeys(found[fact] for fact in facts if fact in found))


def near_miss(fact: Fact, case: Case, budget: Budget) -> str | None:
    """Return a clause on what resembles a missing fact in the response, or None when nothing does."""
    if isinstance(fact, NumberFact):
        numbers = case.memo(numbers_of)
        opposite = fact.value[1:] if fact.value[0] == "-" else f"-{fact.value}"
        for number in (*numbers.of(fact.value, budget), *numbers.of(opposite, budget)):
            start, end = numbers.place(number)
            there = f"the response has {shown(case.text[start:end], 40)}"
            units = [name for name in number.currency if fact.currency and unit(name)]
            return f"{there} {units[0]}" if len(number.currency) == len(units) == 1 else there
        return None
    place = case.memo(words_of).find_anywhere(fact.wanted)
    return None if place is None else "it stands there only as a part of a longer word or number"
