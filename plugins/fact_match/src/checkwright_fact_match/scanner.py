"""Find all numbers of a text, in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .currencies import NONE, Currency
from .digits import MOST_DIGITS, ascii_digits, canonical
from .latex import Rendered, render_latex
from .prefix import read_prefix
from .readings import RUN, Reading, split_run
from .suffix import Suffix, read_suffix

if TYPE_CHECKING:
    from checkwright import Case

__all__ = ["Number", "Numbers", "numbers_in", "numbers_of"]


@dataclass(frozen=True, slots=True)
class Number:
    """One reading of one place of a text.

    value: as `digits.canonical` spells it. mark: "%", "‰" or "".
    start, end: its place in the rendered text, with sign, power of ten, percent and currency.
    """

    value: str
    mark: str
    currency: Currency
    start: int
    end: int


class Numbers:
    """The numbers of a text by value: the first of each mark and currency."""

    __slots__ = ("_by_value", "_rendered")

    def __init__(self, rendered: Rendered) -> None:
        self._rendered = rendered
        self._by_value: dict[str, list[Number]] = {}
        for number in _scan(rendered.view):
            numbers = self._by_value.setdefault(number.value, [])
            if not any(number.mark == other.mark and number.currency == other.currency for other in numbers):
                numbers.append(number)

    def of(self, value: str) -> Sequence[Number]:
        """Return the numbers of a value, at most one of each mark and currency."""
        return self._by_value.get(value, ())

    def place(self, number: Number) -> tuple[int, int]:
        """Return the span of a number in the text as it was written."""
        return self._rendered.original(number.start, number.end)


def numbers_of(case: Case) -> Numbers:
    """Return the numbers of a response; call it by `case.memo(numbers_of)`."""
    return Numbers(render_latex(case.text))


def numbers_in(text: str) -> tuple[str, Sequence[Number]]:
    """Return a text as it is rendered, and its numbers, with all readings of all places."""
    view = render_latex(text).view
    return view, list(_scan(view))


_DATE = re.compile(r"[-‐‑]\d{1,2}[-‐‑]\d{1,2}(?!\d|[-‐‑]\d)")
#: The month of a year and month, as in 2024-05; without the 0 it could be the end of a range.
_MONTH = re.compile(r"[-‐‑]0[1-9](?!\d|[-‐‑]\d)")
_LATE_YEAR = re.compile(r"\d{1,2}([-‐‑])\d{1,2}\1(?=\d{4}(?![-‐‑]?\d))")
_HEAD = re.compile("[1-9][0-9]{0,2}")
_GROUP = re.compile(r"[0-9]{3}(?:(?:,(?=[0-9]{1,2}$)|\.)([0-9]+))?")


def _scan(view: str) -> Iterator[Number]:
    """Yield the numbers of a rendered text, with all readings of each place."""
    passed = 0
    groups = _SpacedGroups()
    for match in RUN.finditer(view):
        start, end = match.span()
        if start < passed:
            continue
        run = ascii_digits(match[0]) if end - start <= MOST_DIGITS else ""
        if groups.add(view, start, end, run):
            if run[0] == "0":  # the 000 of 10 000 is no number of its own
                continue
        else:
            yield from groups.number(view)
            groups = _SpacedGroups(start, end, run)
        if end - start <= 4 and (date := _date(view, start, end)):
            year, end_of_year, passed = date
            yield from _numbers(
                view, year, end_of_year, [(ascii_digits(view[year:end_of_year]), "")], date=True
            )
            continue
        for first, last, readings in split_run(view, start, end):
            yield from _numbers(view, first, last, readings)
    yield from groups.number(view)


class _SpacedGroups:
    """Runs of digits between single blanks that may be the groups of one number, as in 1 234 567,89."""

    __slots__ = ("_count", "_end", "_groups", "_part", "_start")

    def __init__(self, start: int = 0, end: int = 0, run: str = "") -> None:
        self._start, self._end = start, end
        self._groups = [run] if _HEAD.fullmatch(run) else []
        self._count = len(run)
        self._part: str | None = None

    def add(self, view: str, start: int, end: int, run: str) -> bool:
        """Add a run that follows the others and is a group of three digits; return whether it was added."""
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
        """Yield the number that all runs together are; nothing for a single run."""
        if len(self._groups) > 1 and self._count <= MOST_DIGITS:
            yield from _numbers(view, self._start, self._end, [("".join(self._groups), self._part or "")])


def _date(view: str, start: int, end: int) -> tuple[int, int, int] | None:
    """Return the span of the year in the date that begins at `start`, and the end of the date, or None."""
    if end - start == 4 and (date := _DATE.match(view, end) or _MONTH.match(view, end)):
        return start, end, date.end()
    if late := _LATE_YEAR.match(view, start):
        return late.end(), late.end() + 4, late.end() + 4
    return None


def _numbers(
    view: str, start: int, end: int, readings: Sequence[Reading], *, date: bool = False
) -> Iterator[Number]:
    """Yield the readings of one place, or nothing where the text around it shows that it is no number.

    date: whether the place is the year of a date.
    """
    if (
        view[start - 1 : start] == "."
        and len(readings) == 1
        and not readings[0][1]
        and _is_decimal_mark(view, start - 1)
    ):
        start -= 1
        readings = [("", readings[0][0])]
    prefix = read_prefix(view, start)
    if prefix is None:
        return
    suffix = Suffix(end) if date else read_suffix(view, end)
    if suffix is None:
        return
    currency = prefix.currency or suffix.currency
    if prefix.currency and suffix.currency:
        # In $42$ the signs are those of LaTeX; $42 CAD are Canadian dollars.
        currency = (
            NONE if view[suffix.end - 1] == "$" else prefix.currency & suffix.currency or prefix.currency
        )
    for whole, part in readings:
        yield Number(
            canonical(whole, part, suffix.exponent, negative=prefix.negative),
            suffix.mark or prefix.mark,
            currency,
            prefix.start,
            suffix.end,
        )


def _is_decimal_mark(view: str, place: int) -> bool:
    """Return whether the dot at `place` begins a number such as .5."""
    return not place or not (view[place - 1].isalnum() or view[place - 1] in ".)]}…")
