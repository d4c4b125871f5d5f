"""Find every place of a rendered text where digits may be a number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .digits import MOST_DIGITS, ascii_digits
from .latex import APART
from .readings import RUN, Reading, readings, split_run

__all__ = ["Place", "places", "readings_at"]


class Place(NamedTuple):
    """A span of digits and separators. dated: whether it is the year of a date."""

    start: int
    end: int
    dated: bool = False


_DATE = re.compile(r"[-‐‑]\d{1,2}[-‐‑]\d{1,2}(?!\d|[-‐‑]\d)")
#: The month of a year and month, as in 2024-05; without the 0 it could be the end of a range.
_MONTH = re.compile(r"[-‐‑]0[1-9](?!\d|[-‐‑]\d)")
_LATE_YEAR = re.compile(r"\d{1,2}([-‐‑])\d{1,2}\1(?=\d{4}(?![-‐‑]?\d))")
_HEAD = re.compile("[1-9][0-9]{0,2}")
_GROUP = re.compile(r"[0-9]{3}(?:(?:,(?=[0-9]{1,2}$)|\.)([0-9]+))?")
#: A decimal comma that may as well part two numbers, where brackets stand around: (1,2).
_PAIR = re.compile("[0-9]+,[0-9]{1,2}|0,[0-9]+")
_OPENING = re.compile(rf"[(\[][ {APART}]{{0,2}}[-−+]?\Z")
_CLOSING = re.compile(rf"[ {APART}]{{0,2}}[)\]]")


def places(view: str) -> Iterator[tuple[Place, Sequence[Reading]]]:
    """Yield each place of a rendered text that may be a number, with all its readings, in linear time."""
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
            yield from groups.number()
            groups = _SpacedGroups(start, end, run)
        if end - start <= 4 and (date := _date(view, start, end)):
            year, passed = date
            yield year, readings_at(view, year)
            continue
        for first, last, found in split_run(view, start, end):
            yield Place(first, last), found
        if "," in run and _PAIR.fullmatch(run) and _is_bracketed(view, start, end):
            comma = start + run.index(",")
            for part in (Place(start, comma), Place(comma + 1, end)):
                yield part, readings_at(view, part)
    yield from groups.number()


def readings_at(view: str, place: Place) -> Sequence[Reading]:
    """Return the readings of a place that `places` found."""
    text = view[place.start : place.end]
    if " " in text:
        whole, _, part = ascii_digits(text).replace(" ", "").replace(",", ".").partition(".")
        return ((whole, part),)
    return readings(text)


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

    def number(self) -> Iterator[tuple[Place, Sequence[Reading]]]:
        """Yield the number that all runs together are; nothing for a single run."""
        if len(self._groups) > 1 and self._count <= MOST_DIGITS:
            yield Place(self._start, self._end), (("".join(self._groups), self._part or ""),)


def _date(view: str, start: int, end: int) -> tuple[Place, int] | None:
    """Return the year of the date that begins at `start`, and the end of the date, or None."""
    if end - start == 4 and (date := _DATE.match(view, end) or _MONTH.match(view, end)):
        return Place(start, end, dated=True), date.end()
    if late := _LATE_YEAR.match(view, start):
        return Place(late.end(), late.end() + 4, dated=True), late.end() + 4
    return None


def _is_bracketed(view: str, start: int, end: int) -> bool:
    """Return whether brackets stand around a run, which may have a sign."""
    return (
        _CLOSING.match(view, end) is not None and _OPENING.search(view[max(0, start - 4) : start]) is not None
    )
