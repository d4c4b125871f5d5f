"""The values of an author in a response: which of them it contains, and where."""

import json
import re
from collections.abc import Callable, Iterable, Sequence

from ..case import Case
from ..kind import Execute
from ..outcome import Evidence, Outcome
from ..text import fold, nfc, original_spans
from ..wording import shown
from .needles import FEW, Automaton, occurring

__all__ = ["Finder", "in_one_line", "lacking", "named", "quoted"]

#: Places of evidence past which only the first one of each value is given.
_PLACES = 100
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Finder:
    """Finds values in responses as literal text: not as words, and without regard to case unless asked.

    Both sides are compared in NFC, and folded unless `case_sensitive`. Safe from several threads.

    values: the author's values, none of them empty; of those that compare as equal the first is kept.
    automaton: makes the search for more than ten values; the answers are the same without.
    """

    __slots__ = ("_exact", "_needles", "_numbered", "_search", "_view", "values")

    def __init__(
        self, values: Iterable[str], *, case_sensitive: bool = False, automaton: Automaton | None = None
    ) -> None:
        self._view = nfc if case_sensitive else fold
        self._exact = case_sensitive
        by_needle: dict[str, str] = {}
        for value in values:
            by_needle.setdefault(self._view(value), value)
        self.values = tuple(by_needle.values())
        self._needles = tuple(by_needle)
        self._numbered = tuple(enumerate(self._needles))
        self._search = occurring(self._needles, automaton) if len(self._needles) > FEW else None

    def first(self, case: Case) -> int | None:
        """Give the index in `values` of the first one that the response contains, or None."""
        return next(iter(self.every(case)), None)

    def execute_first(self, found: Sequence[Outcome], missing: Outcome | None, otherwise: Execute) -> Execute:
        """Make the execution of a check whose outcome hangs on the first value that a response contains.

        found: the outcome for each value. missing: the one for a response that contains none of them, is
        not empty and has no invisible character. `otherwise` decides what else contains none of them, and
        everything where `missing` is None.
        """
        exact, search = self._exact, self._search
        decided = tuple(zip(self._needles, found, strict=True))

        # Closures: this is the hot path, and attributes of self would be a tenth of it.
        def few(case: Case) -> Outcome:
            text = case.nfc if exact else case.folded
            for needle, outcome in decided:
                if needle in text:
                    return outcome
            return missing if missing and text and not case.invisible else otherwise(case)

        def many(case: Case) -> Outcome:
            indexes = self.every(case)
            if indexes:
                return found[indexes[0]]
            return missing if missing and case.text and not case.invisible else otherwise(case)

        return few if search is None else many

    def execute_every(
        self, found: Callable[[tuple[int, ...]], Outcome], missing: Outcome | None, otherwise: Execute
    ) -> Execute:
        """Make the execution of a check whose outcome hangs on all the values that a response contains.

        found: gives the outcome for the indexes of these values, ascending; it may be cached.
        missing, otherwise: as for `execute_first`.
        """
        exact, search, numbered = self._exact, self._search, self._numbered

        def few(case: Case) -> Outcome:
            text = case.nfc if exact else case.folded
            indexes = [index for index, needle in numbered if needle in text]
            if indexes:
                return found(tuple(indexes))
            return missing if missing and text and not case.invisible else otherwise(case)

        def many(case: Case) -> Outcome:
            indexes = self.every(case)
            if indexes:
                return found(tuple(indexes))
            return missing if missing and case.text and not case.invisible else otherwise(case)

        return few if search is None else many

    def every(self, case: Case) -> list[int]:
        """Give the indexes in `values` of all that the response contains, ascending."""
        text = case.nfc if self._exact else case.folded
        if self._search is not None:
            return self._search(text)
        return [index for index, needle in self._numbered if needle in text]

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
        text = case.nfc if self._exact else case.folded
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
    """Quote values in a criteria sentence: whole, as JSON, on one line as `in_one_line` gives it."""
    return ", ".join(
        in_one_line(json.dumps(_CONTROL.sub(" ", value), ensure_ascii=False)) for value in values
    )


def in_one_line(text: str) -> str:
    """Give a text whole and on one line.

    A run of line breaks and control characters becomes one space; other characters that cannot be seen
    are escaped as in JSON.
    """
    return "".join(map(_escaped, _CONTROL.sub(" ", text)))


def _escaped(character: str) -> str:
    return character if character.isprintable() or character.isspace() else json.dumps(character)[1:-1]
