"""Read off the items of a pattern what is repeated and what a match may begin with."""

import re
from bisect import bisect_left
from functools import cached_property

from .dialect import Translation
from .items import Sort

__all__ = ["Shape"]

_SILENT = (Sort.SETTING, Sort.SKIP)
_PLAIN_GROUP = re.compile(r"\((?![?*])|\(\?(?:[:|>]|P?<(?![=!*])|')")


def _most(repeat: str) -> float:
    """Return the most repetitions that a quantifier allows."""
    if repeat[0] != "{":
        return 1 if repeat == "?" else float("inf")
    digits = repeat.strip("{}").rpartition(",")[2].strip()
    return int(digits) if digits else float("inf")


class Shape:
    """The structure of a valid pattern, by the indices of its items."""

    def __init__(self, translation: Translation) -> None:
        self.sorts = [item.sort for item in translation.items]
        self.texts = translation.texts
        self._heard = [index for index, sort in enumerate(self.sorts) if sort not in _SILENT]
        self._following = dict(zip(self._heard, self._heard[1:], strict=False))

    def quantifier(self, index: int) -> str:
        """Return the quantifier of the item at `index`, "" when it has none."""
        following = self._following.get(index)
        return self.texts[following] if following is not None and self.sorts[following] is Sort.REPEAT else ""

    def times(self, index: int) -> float:
        """Return how often the item at `index` is matched at most."""
        quantifier = self.quantifier(index)
        return _most(quantifier) if quantifier else 1

    @cached_property
    def late_options(self) -> bool:
        """Whether options change after the pattern has begun."""
        heard = [self.sorts[index] for index in self._heard]
        while heard[:1] == [Sort.OPTIONS]:
            del heard[0]
        return Sort.OPTIONS in heard

    @cached_property
    def openings(self) -> frozenset[int]:
        """The items that a match may begin with, in plain groups that are not repeated or in none."""
        found = set()
        entries = [True]
        opening = True
        for index in self._heard:
            sort = self.sorts[index]
            if sort is Sort.OPEN:
                opening = opening and self._plain(index)
                entries.append(opening)
            elif sort is Sort.BAR:
                opening = entries[-1]
            elif sort is not Sort.OPTIONS:
                if sort is Sort.CLOSE:
                    entries.pop()
                elif opening:
                    found.add(index)
                opening = False
        return frozenset(found)

    def _plain(self, index: int) -> bool:
        """Return whether the group that opens at `index` only groups, and is not repeated."""
        depth = 0
        for end in self._heard[bisect_left(self._heard, index) :]:
            depth += (self.sorts[end] is Sort.OPEN) - (self.sorts[end] is Sort.CLOSE)
            if depth == 0:
                return self.times(end) == 1 and bool(_PLAIN_GROUP.match(self.texts[index]))
        return False
