"""Find facts that are not numbers: as whole words, whatever their case, white space and apostrophes."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from checkwright.text import fold, original_spans

from .scripts import HANGUL, UNSPACED, are_one_word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkwright import Case

    from .budget import Budget

__all__ = ["Words", "comparable", "words_of"]

_GAP = re.compile(r"\s+")
_WIDE = re.compile(r"\s{2,}")
_WORD_REST = re.compile(rf"[^\W_{UNSPACED}]*")
#: A number that a fact is only a part of: 5 kg is not in 2.5 kg, and 12:30 is not in 12:30:45.
_NUMBER_GOES_ON = re.compile(r"[.,:/'_⁄]\d| ?[%‰]")
_NUMBER_BEGAN = re.compile(r"\d[.,:/'_⁄]\Z|(?<![^\s(\[=:])[-−–‑－]\Z")
_MIXED = re.compile(r"\d \Z")
_FRACTION = re.compile(r"\d+/\d")
_HANGUL = re.compile(f"[{HANGUL}]")
#: Korean particles and endings, which follow a word without a space; the longest first.
_PARTICLES = re.compile(
    "(?:이었습니다|였습니다|이었다|였다|입니다만|입니다|이라고|라고|이라는|라는|이란|란|이다|이며|이고|이지만|지만|이에요|예요|이죠|죠|요"
    "|에서는|에서도|에서의|에서|에게|에는|에도|에|께서는|께서|한테|까지는|까지의|까지|부터는|부터|으로는|으로의|으로|로는|로의|로"
    rf"|와의|와|과의|과|하고|처럼|보다|마다|밖에|이나|나|은|는|이|가|을|를|의|도|만)(?![{HANGUL}])"
)


class Words:
    """A response in the form in which facts are searched.

    text: the response as it was written.
    """

    __slots__ = ("_folded", "_text", "_view")

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = fold(text)
        self._view = comparable(text)

    def find(self, fact: str, budget: Budget) -> tuple[int, int] | None:
        """Return the first span of a fact as whole words, or None; both are in the form of `comparable`.

        Raises:
            MatchLimitError: the fact stands in too many places as a part of something longer.
        """
        view, place = self._view, 0
        while (start := view.find(fact, place)) >= 0:
            budget.spend(1)
            end = start + len(fact)
            if _stands_alone(view, start, end):
                return start, end
            # The rest of the word is skipped: a match inside it would not be whole words either.
            rest = _WORD_REST.match(view, start)
            place = max(rest.end() if rest else 0, start + 1)
        return None

    def find_anywhere(self, fact: str) -> int | None:
        """Return the first place of a fact, even inside a word, or None."""
        place = self._view.find(fact)
        return None if place < 0 else place

    def originals(self, places: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
        """Map spans that `find` returned back to the response as it was written."""
        gaps = [gap.span() for gap in _WIDE.finditer(self._folded)]
        # Each run of white space became one space: where it stands in the view, and how many characters the
        # text up to its end has lost.
        lost = list(accumulate(end - start - 1 for start, end in gaps))
        starts = [start - before for (start, _), before in zip(gaps, [0, *lost], strict=False)]

        def folded(place: int) -> int:
            passed = bisect_left(starts, place)
            return place + (lost[passed - 1] if passed else 0)

        spans = [(folded(start), folded(end - 1) + 1) for start, end in places]
        return original_spans(self._text, fold, spans)


def words_of(case: Case) -> Words:
    """Return the response as words; call it by `case.memo(words_of)`."""
    return Words(case.text)


def comparable(text: str) -> str:
    """Return `text` without differences of case, composition, white space and apostrophes."""
    return _GAP.sub(" ", fold(text).replace("’", "'"))


def _stands_alone(view: str, start: int, end: int) -> bool:
    """Return whether the text at a span is neither a part of a word nor a part of a number."""
    first, last = view[start], view[end - 1]
    if _joined(first, view, start - 1, -1) or (first.isdecimal() and _number_began(view, start)):
        return False
    if last.isdecimal() and _NUMBER_GOES_ON.match(view, end):
        return False
    if not _joined(last, view, end, 1):
        return True
    return _HANGUL.match(last) is not None and _PARTICLES.match(view, end) is not None


def _joined(inside: str, view: str, outside: int, step: int) -> bool:
    """Return whether a character and its neighbour are one word, joined by underscores too: snake_case."""
    for place in range(outside, outside + 4 * step, step):
        if not 0 <= place < len(view):
            return False
        if view[place] != "_":
            return are_one_word(inside, view[place])
    return False


def _number_began(view: str, start: int) -> bool:
    near = view[max(0, start - 3) : start]
    return bool(_NUMBER_BEGAN.search(near) or (_FRACTION.match(view, start) and _MIXED.search(near)))
