"""The values of an author in a response: which of them it contains, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..contract.case import Case
from ..contract.evidence import Evidence
from ..contract.outcome import Outcome
from ..contract.toolbox import Execute
from ..text.unicode import fold, nfc, original_spans
from .automaton import Automaton
from .needles import FEW, occurring

__all__ = [
    "Finder",
]

#: Places of evidence past which only the first one of each value is given.
_PLACES = 100


class Finder:
    """Finds values in responses as literal text: not as words, and without regard to case unless asked.

    Both sides are compared in NFC, and folded unless `case_sensitive`. Safe from several threads.

    values: the author's values, none of them empty; of those that compare as equal the first is kept.
    automaton: makes the search for more than ten values, such as `aho_corasick`; the answers are the same
        without.
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
        """Return the index in `values` of the first one that the response contains, or None."""
        return next(iter(self.every(case)), None)

    def execute_first(self, found: Sequence[Outcome], missing: Outcome | None, otherwise: Execute) -> Execute:
        """Return the execution of a check whose outcome depends on the first value in a response.

        found: the outcome for each value. missing: the one for a response that contains none of them, is
        not empty and has neither invisible nor typographic characters. `otherwise` decides what else
        contains none of them, and everything where `missing` is None.
        """
        exact, search = self._exact, self._search
        decided = tuple(zip(self._needles, found, strict=True))

        # Closures: this is the hot path, and attributes of self would be a tenth of it.
        def few(case: Case) -> Outcome:
            text = case.nfc if exact else case.folded
            for needle, outcome in decided:
                if needle in text:
                    return outcome
            if missing and text and not case.invisible and not case.typographic:
                return missing
            return otherwise(case)

        def many(case: Case) -> Outcome:
            indexes = self.every(case)
            if indexes:
                return found[indexes[0]]
            if missing and case.text and not case.invisible and not case.typographic:
                return missing
            return otherwise(case)

        return few if search is None else many

    def execute_every(
        self, found: Callable[[tuple[int, ...]], Outcome], missing: Outcome | None, otherwise: Execute
    ) -> Execute:
        """Return the execution of a check whose outcome depends on all values in a response.

        found: returns the outcome for the indexes of these values, ascending; it may be cached.
        missing, otherwise: as for `execute_first`.
        """
        exact, search, numbered = self._exact, self._search, self._numbered

        def few(case: Case) -> Outcome:
            text = case.nfc if exact else case.folded
            indexes = [index for index, needle in numbered if needle in text]
            if indexes:
                return found(tuple(indexes))
            if missing and text and not case.invisible and not case.typographic:
                return missing
            return otherwise(case)

        def many(case: Case) -> Outcome:
            indexes = self.every(case)
            if indexes:
                return found(tuple(indexes))
            if missing and case.text and not case.invisible and not case.typographic:
                return missing
            return otherwise(case)

        return few if search is None else many

    def every(self, case: Case) -> list[int]:
        """Return the indexes in `values` of all that the response contains, ascending."""
        text = case.nfc if self._exact else case.folded
        if self._search is not None:
            return self._search(text)
        return [index for index, needle in self._numbered if needle in text]

    def locate_first(self, case: Case) -> tuple[Evidence, ...]:
        """Return as evidence the first place of the value that `first` returns; none if there is none."""
        index = self.first(case)
        return () if index is None else self._locate(case, [index], places=1)

    def locate_every(self, case: Case) -> tuple[Evidence, ...]:
        """Return as evidence the places of all values that `every` returns, in the order of the text.

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
