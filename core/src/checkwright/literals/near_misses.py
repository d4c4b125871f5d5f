"""Near misses: values that a response would contain but for invisible characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..contract.case import Case
from ..text.invisible import has_invisible, invisible_names, visible_places, without_invisible
from ..text.unicode import fold, nfc, original_spans
from ..wording import shown
from .automaton import Automaton
from .needles import occurring

__all__ = ["NearMiss", "NearMisses"]


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A value and what stands in its place in the response; `str()` says so in a clause of a reason.

    value: as the author wrote it.
    text: quoted from the response.
    characters: names the invisible characters that make the difference, such as `U+200B`.
    """

    value: str
    text: str
    characters: str

    def __str__(self) -> str:
        text, value = shown(self.text, 40), shown(self.value, 40)
        return f"{text} would match {value} without the invisible {self.characters}"


class NearMisses:
    """Finds the first value that a response contains once invisible characters are left out on both sides.

    To be asked about a response that contains none of the values; quick when it has no such character.

    values, case_sensitive, automaton: as for `Finder`.
    """

    __slots__ = ("_needles", "_search", "_view", "_visible", "everywhere", "values")

    def __init__(
        self, values: Sequence[str], *, case_sensitive: bool = False, automaton: Automaton | None = None
    ) -> None:
        self._view = nfc if case_sensitive else fold
        self._visible = _visible_nfc if case_sensitive else _visible_folded
        by_needle: dict[str, str] = {}
        for value in values:
            by_needle.setdefault(self._view(without_invisible(value)), value)
        by_needle.pop("", None)
        self.values = tuple(by_needle.values())
        self._needles = tuple(by_needle)
        self._search = occurring(self._needles, automaton)
        #: Whether even a response without invisible characters may nearly contain a value.
        self.everywhere = any(map(has_invisible, values))

    def find(self, case: Case) -> NearMiss | None:
        """Return the first near miss, in the order of the values, or None."""
        seen = case.memo(self._visible)
        if seen is None:
            if not self.everywhere:
                return None
            seen = self._view(case.text)
        found = self._search(seen)
        if not found:
            return None
        value, needle = self.values[found[0]], self._needles[found[0]]
        kept = visible_places(case.text)
        start = seen.find(needle)
        ((first, last),) = original_spans(
            without_invisible(case.text), self._view, [(start, start + len(needle))]
        )
        text = case.text[kept[first] : kept[last - 1] + 1]
        return NearMiss(value, text, invisible_names(text, value))


def _visible_nfc(case: Case) -> str | None:
    """Return the NFC of the response without its invisible characters, or None when it has none."""
    return nfc(without_invisible(case.text)) if case.invisible else None


def _visible_folded(case: Case) -> str | None:
    """Return the folded response without its invisible characters, or None when it has none."""
    return fold(without_invisible(case.text)) if case.invisible else None
