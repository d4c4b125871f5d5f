"""Near misses: values that a response would contain but for characters that readers do not tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..contract.case import Case
from ..text.invisible import has_invisible, invisible_names, visible_places, without_invisible
from ..text.typography import has_typography, typography_names, without_typography
from ..text.unicode import fold, nfc, original_spans
from ..wording import shown
from .automaton import Automaton
from .needles import occurring

__all__ = ["NearMiss", "NearMisses"]

#: What stands in a value that typography may change.
_PLAIN = frozenset("'\"- ")


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A value and what stands in its place in the response; `str()` says so in a clause of a reason.

    value: as the author wrote it.
    text: quoted from the response.
    difference: says what would have to be otherwise, such as `without the invisible U+200B` or
        `with U+0027 in place of U+2019 (typography)`.
    """

    value: str
    text: str
    difference: str

    def __str__(self) -> str:
        text, value = shown(self.text, 40), shown(self.value, 40)
        return f"{text} would match {value} {self.difference}"


class NearMisses:
    """Finds the first value that a response contains but for invisible characters and for typography.

    Both are left out on both sides. To be asked about a response that contains none of the values; quick
    when it has neither.

    values, case_sensitive, automaton: as for `Finder`.
    """

    __slots__ = ("_case_sensitive", "_needles", "_search", "_typed", "_view", "everywhere", "values")

    def __init__(
        self, values: Sequence[str], *, case_sensitive: bool = False, automaton: Automaton | None = None
    ) -> None:
        self._view = nfc if case_sensitive else fold
        self._case_sensitive = case_sensitive
        by_needle: dict[str, str] = {}
        for value in values:
            by_needle.setdefault(without_typography(self._view(without_invisible(value))), value)
        by_needle.pop("", None)
        self.values = tuple(by_needle.values())
        self._needles = tuple(by_needle)
        self._search = occurring(self._needles, automaton)
        self._typed = any(not _PLAIN.isdisjoint(needle) for needle in self._needles)
        #: Whether even a response without such characters may nearly contain a value.
        self.everywhere = any(has_invisible(value) or has_typography(value) for value in values)

    def find(self, case: Case) -> NearMiss | None:
        """Return the first near miss, in the order of the values, or None."""
        if not (self.everywhere or case.invisible or (self._typed and case.typographic)):
            return None
        seen = case.memo(_plain_nfc if self._case_sensitive else _plain_folded)
        found = self._search(seen)
        if not found:
            return None
        return self._near_miss(case, self.values[found[0]], seen.find(self._needles[found[0]]))

    def _near_miss(self, case: Case, value: str, start: int) -> NearMiss:
        """Say what stands at `start` of the plain response in place of a value."""
        wanted, visible = self._view(without_invisible(value)), without_invisible(case.text)
        stop = start + len(wanted)
        ((first, last),) = original_spans(visible, self._view, [(start, stop)])
        kept = visible_places(case.text)
        text = case.text[kept[first] : kept[last - 1] + 1]
        differences = []
        if names := invisible_names(text, value):
            differences.append(f"without the invisible {names}")
        written, plain = typography_names(self._view(visible)[start:stop], wanted)
        if written:
            differences.append(f"with {plain} in place of {written} (typography)")
        return NearMiss(value, text, " and ".join(differences))


def _plain_nfc(case: Case) -> str:
    """Return the NFC of the response without invisible characters and typography."""
    return without_typography(nfc(without_invisible(case.text)) if case.invisible else case.nfc)


def _plain_folded(case: Case) -> str:
    """Return the folded response without invisible characters and typography."""
    return without_typography(fold(without_invisible(case.text)) if case.invisible else case.folded)
