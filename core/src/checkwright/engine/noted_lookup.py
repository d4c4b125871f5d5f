"""Look-ups as the engine uses them: each reference is noted, and what a look-up raises is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from ..contract.isolation import described, isolated
from ..contract.lookup import Found, Lookup, Missing
from ..wording import one_line, shown

__all__ = ["NotedLookup", "RecordedLookup"]

T = TypeVar("T")


class NotedLookup(Generic[T]):
    """The same answers as `lookup`; `note` is told each reference that is asked for."""

    def __init__(self, lookup: Lookup[T], note: Callable[[str], object]) -> None:
        self._lookup = lookup
        self._note = note

    def find(self, ref: str) -> Found[T] | Missing:
        """Return the answer of the look-up; one that breaks has a broken answer."""
        self._note(ref)
        answer: Any = None
        with isolated() as fault:
            answer = self._lookup.find(ref)
        if fault.error is not None:
            return Missing(one_line(f"{ref}: the look-up broke: {described(fault.error)}"), broken=True)
        if not isinstance(answer, Found | Missing):
            wrong = f"{ref}: the look-up must return Found or Missing, not {shown(answer)}"
            return Missing(one_line(wrong), broken=True)
        return answer

    def __iter__(self) -> Iterator[str]:
        for ref in self._lookup:
            self._note(ref)
            yield ref


class RecordedLookup(Generic[T]):
    """The answers of another look-up for some references: what a plan carries when it travels."""

    def __init__(self, answers: Mapping[str, Found[T] | Missing]) -> None:
        self._answers = dict(sorted(answers.items()))

    @classmethod
    def of(cls, lookup: Lookup[T], refs: Iterable[str]) -> RecordedLookup[T]:
        """Record what a look-up answers for these references."""
        return cls({ref: lookup.find(ref) for ref in refs})

    def find(self, ref: str) -> Found[T] | Missing:
        """Return the recorded answer; a reference that was not recorded leads to nothing."""
        answer = self._answers.get(ref)
        return Missing(one_line(f"{ref} did not travel with the plan")) if answer is None else answer

    def __iter__(self) -> Iterator[str]:
        return (ref for ref, answer in self._answers.items() if isinstance(answer, Found))
