"""All numbers of a text, found in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .after import After, after
from .before import before
from .currencies import NONE, Currency
from .digits import MOST_DIGITS, in_ascii, value
from .latex import See, see_through
from .readings import RUN, Reading, pieces

if TYPE_CHECKING:
    from checkwright import Case

__all__ = ["Number", "Numbers", "numbers_in", "numbers_of"]


@dataclass(frozen=True, slots=True)
class Number:
    """One reading of one place of a text.

    value: as `digits.value` spells it. mark: "%", "‰" or "".
    start, end: the place in the view of the text, sign, power of ten, percent and currency included.
    """

    value: str
    mark: str
    currency: Currency
    start: int
    end: int


class Numbers:
    """The numbers of a text by value: of each sort the first."""

    __slots__ = ("_see", "_sorts")

    def __init__(self, see: See) -> None:
        self._see = see
        self._sorts: dict[str, list[Number]] = {}
        for number in _scan(see.view):
            sorts = self._sorts.setdefault(number.value, [])
            if not any(number.mark == other.mark and number.currency == other.currency for other in sorts):
                sorts.append(number)

    def of(self, value: str) -> Sequence[Number]:
        """Return the numbers of a value, at most one of each mark and currency."""
        return self._sorts.get(value, ())

    def place(self, number: Number) -> tuple[int, int]:
        """Return where a number stands in the text."""
        return self._see.original(number.start, number.end)


def numbers_of(case: Case) -> Numbers:
    """Return the numbers of a response; ask for them with `case.memo(numbers_of)`."""
    return Numbers(see_through(case.text))


def numbers_in(text: str) -> tuple[str, Sequence[Number]]:
    """Return a text as it is read and its numbers there, all readings of all places."""
    view = see_through(text).view
    return view, list(_scan(view))


_DATE = re.compile(r"[-‐‑]\d{1,2}[-‐‑]\d{1,2}(?!\d|[-‐‑]\d)")
#: A month alone is told from the end of a range by its 0.
_MONTH = re.compile(r"[-‐‑]0[1-9](?!\d|[-‐‑]\d)")
_LATE_YEAR = re.compile(r"\d{1,2}([-‐‑])\d{1,2}\1(?=\d{4}(?![-‐‑]?\d))")
_HEAD = re.compile("[1-9][0-9]{0,2}")
_GROUP = re.compile(r"[0-9]{3}(?:(?:,(?=[0-9]{1,2}$)|\.)([0-9]+))?")


def _scan(view: str) -> Iterator[Number]:
    """Yield the numbers of a view; each place comes with all its readings."""
    passed = 0
    chain = _Chain()
    for match in RUN.finditer(view):
        start, end = match.span()
        if start < passed:
            continue
        run = in_ascii(match[0]) if end - start <= MOST_DIGITS else ""
        if chain.goes_on(view, start, end, run):
            if run[0] == "0":  # nobody writes the 000 of 10 000 for itself
                continue
        else:
            yield from chain.number(view)
            chain = _Chain(start, end, run)
        if end - start <= 4 and (date := _date(view, start, end)):
            year, end_of_year, passed = date
            yield from _numbers(view, year, end_of_year, [(in_ascii(view[year:end_of_year]), "")], date=True)
            continue
        for first, last, readings in pieces(view, start, end):
            yield from _numbers(view, first, last, readings)
    yield from chain.number(view)


class _Chain:
    """Runs with one blank between them that may be the groups of one number, as in 1 234 567,89."""

    __slots__ = ("_count", "_end", "_groups", "_part", "_start")

    def __init__(self, start: int = 0, end: int = 0, run: str = "") -> None:
        self._start, self._end = start, end
        self._groups = [run] if _HEAD.fullmatch(run) else []
        self._count = len(run)
        self._part: str | None = None

    def goes_on(self, view: str, start: int, end: int, run: str) -> bool:
        """Take one more run in, if it stands behind the others and is a group of three digits."""
        if not self._groups or self._part is not None or start != self._end + 1 or view[self._end] != " ":
            return False
        group = _GROUP.fullmatch(run)
        if not group:
            return False
        self._end, self._part = end, group[1]
        self._count += end - start
        if self._count <= MOST_DIGITS:
            self._groups.append(run[:3])
        return True

    def number(self, view: str) -> Iterator[Number]:
        """Yield the number that all runs are together; nothing for a single run."""
        if len(self._groups) > 1 and self._count <= MOST_DIGITS:
            yield from _numbers(view, self._start, self._end, [("".join(self._groups), self._part or "")])


def _date(view: str, start: int, end: int) -> tuple[int, int, int] | None:
    """Return where the year of the date stands that begins at `start`, and where the date ends."""
    if end - start == 4 and (date := _DATE.match(view, end) or _MONTH.match(view, end)):
        return start, end, date.end()
    if late := _LATE_YEAR.match(view, start):
        return late.end(), late.end() + 4, late.end() + 4
    return None


def _numbers(
    view: str, start: int, end: int, readings: Sequence[Reading], *, date: bool = False
) -> Iterator[Number]:
    """Yield the readings of one place, unless what stands beside it makes it no number.

    date: what stands there is the year of a date.
    """
    if (
        view[start - 1 : start] == "."
        and len(readings) == 1
        and not readings[0][1]
        and _opens(view, start - 1)
    ):
        start -= 1
        readings = [("", readings[0][0])]
    left = before(view, start)
    if left is None:
        return
    right = After(end) if date else after(view, end)
    if right is None:
        return
    currency = left.currency or right.currency
    if left.currency and right.currency:
        # $42$ is mathematics, $42 CAD are dollars of Canada.
        currency = NONE if view[right.end - 1] == "$" else left.currency & right.currency or left.currency
    for whole, part in readings:
        yield Number(
            value(whole, part, right.exponent, negative=left.negative),
            right.mark or left.mark,
            currency,
            left.start,
            right.end,
        )


def _opens(view: str, place: int) -> bool:
    """Return whether the dot at `place` is the decimal mark of a number such as .5."""
    return not place or not (view[place - 1].isalnum() or view[place - 1] in ".)]}…")
