"""The values of an author in a response: which of them it contains, and where."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

from .case import Case
from .needles import FEW, Automaton, occurring
from .outcome import Evidence
from .text import fold, nfc, original_spans
from .wording import shown

__all__ = ["Finder", "lacking", "named", "quoted"]

#: Places of evidence past which only the first one of each value is given.
_PLACES = 100
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Finder:
    """Finds values in responses as literal text: not as words, and without regard to case unless asked.

    Both sides are compared in NFC, and folded unless `case_sensitive`. Safe from several threads.

    values: the author's values, none of them empty; of those that compare as equal the first is kept.
    automaton: makes the search for more than ten values; the answers are the same without.
    first: gives the index in `values` of the first one, in their order, that the response of a case
        contains, or None.
    """

    __slots__ = ("_needles", "_numbered", "_search", "_seen", "_view", "first", "values")

    def __init__(
        self, values: Iterable[str], *, case_sensitive: bool = False, automaton: Automaton | None = None
    ) -> None:
        self._view = nfc if case_sensitive else fold
        self._seen = attrgetter("nfc" if case_sensitive else "folded")
        by_needle: dict[str, str] = {}
        for value in values:
            by_needle.setdefault(self._view(value), value)
        self.values = tuple(by_needle.values())
        self._needles = tuple(by_needle)
        self._numbered = tuple(enumerate(self._needles))
        self._search = occurring(self._needles, automaton) if len(self._needles) > FEW else None
        self.first: Callable[[Case], int | None] = (
            _first_of_few(self._numbered, self._seen)
            if self._search is None
            else _first_of_many(self._search, self._seen)
        )

    def every(self, case: Case, start: int = 0) -> list[int]:
        """Give the indexes in `values` of all that the response contains, ascending, from `start` on."""
        text = self._seen(case)
        if self._search is not None:
            return [index for index in self._search(text) if index >= start]
        return [index for index, needle in self._numbered[start:] if needle in text]

    def locate_first(self, case: Case) -> tuple[Evidence, ...]:
        """Point at the place where the response first contains the value that `first` gives."""
        index = self.first(case)
        return () if index is None else self._locate(case, [index], places=1)

    def locate_every(self, case: Case) -> tuple[Evidence, ...]:
        """Point at the places of all values that `every` gives, in the order of the text.

        Past 100 places only the first place of each value is given.
        """
        return self._locate(case, self.every(case), places=_PLACES)

    def _locate(self, case: Case, found: Sequence[int], places: int) -> tuple[Evidence, ...]:
        text = self._seen(case)
        spans: dict[tuple[int, int], None] = {}
        for needle in (self._needles[index] for index in found):
            start = text.find(needle)
            spans[start, start + len(needle)] = None
        for needle in (self._needles[index] for index in found):
            start = text.find(needle, text.find(needle) + len(needle))
            while start >= 0 and len(spans) < places:
                spans[start, start + len(needle)] = None
                start = text.find(needle, start + len(needle))
        originals = sorted(set(original_spans(case.text, self._view, list(spans))))
        return tuple(Evidence.span(case.text, start, stop) for start, stop in originals)


def _first_of_few(
    needles: Sequence[tuple[int, str]], seen: Callable[[Case], str]
) -> Callable[[Case], int | None]:
    # A closure: this is the hot path, and attributes of self would be a tenth of it.
    def first(case: Case) -> int | None:
        text = seen(case)
        for index, needle in needles:
            if needle in text:
                return index
        return None

    return first


def _first_of_many(
    search: Callable[[str], list[int]], seen: Callable[[Case], str]
) -> Callable[[Case], int | None]:
    def first(case: Case) -> int | None:
        return next(iter(search(seen(case))), None)

    return first


def named(values: Sequence[str], most: int = 5) -> str:
    """Name values in a reason: each quoted and cut, past `most` how many more there are."""
    text = ", ".join(shown(value, 40 if len(values) > 1 else 100) for value in values[:most])
    return text if len(values) <= most else f"{text} and {len(values) - most} more"


def lacking(values: Sequence[str], most: int = 5) -> str:
    """Say in a reason that the response contains none of the values."""
    return (
        f"contains none of {named(values, most)}" if len(values) > 1 else f"does not contain {named(values)}"
    )


def quoted(values: Iterable[str]) -> str:
    """Quote values in a criteria sentence: whole, as JSON, on one line.

    A run of line breaks and control characters becomes one space; other unprintable characters are escaped.
    """
    return ", ".join(
        "".join(map(_escaped, json.dumps(_CONTROL.sub(" ", value), ensure_ascii=False))) for value in values
    )


def _escaped(character: str) -> str:
    return character if character.isprintable() or character.isspace() else json.dumps(character)[1:-1]
