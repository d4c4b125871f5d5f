"""Say each check in one line, with what stands under it: the checks of a sub-rubric, and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from checkwright import CheckResult, Evidence

from ..printing import clean
from ..table import table
from ..verdict_lines import check_cells
from .inner_checks import inner_checks
from .page import Page
from .paint import painted

__all__ = ["Explained", "check_rows", "label_of"]

#: Fewest characters that a place may quote.
_LEAST_QUOTED = 30


class Explained(NamedTuple):
    """A check with what is shown of it.

    places: of its evidence, those that are shown. more: how many are not.
    marked: whether its spans are marked in a response. colour: see `colour_of`.
    """

    check: CheckResult
    places: Sequence[Evidence]
    more: int
    marked: bool
    colour: str


class _Line(NamedTuple):
    """A row of the table; without cells it is a line of its own."""

    label: str
    cells: tuple[str, ...] = ()
    colour: str = ""


def label_of(check: CheckResult) -> str:
    """Name a check where there is little room: its place in the rubric, from 0."""
    return f"[{check.index}]"


def check_rows(checks: Sequence[Explained], page: Page) -> list[str]:
    """Return the lines of some checks, as a table."""
    lines = [line for check in checks for line in _lines(check, page)]
    rows = iter(table([(line.label, *line.cells) for line in lines if line.cells]))
    return [f"  {_painted(next(rows), line, page) if line.cells else line.label}" for line in lines]


def _painted(row: str, line: _Line, page: Page) -> str:
    return painted(line.label, line.colour, page) + row[len(line.label) :]


def _lines(one: Explained, page: Page) -> Iterator[_Line]:
    check, label = one.check, label_of(one.check)
    yield _Line(label, check_cells(check), one.colour)
    for path, inner in inner_checks(check):
        name = "".join(f".{index}" for index in path)
        yield _Line(f"{'  ' * len(path)}[{check.index}{name}]", check_cells(inner))
    blank = " " * (len(label) + 2)
    for place in one.places:
        if place.kind != "span" or not one.marked:
            yield _Line(f"{blank}{_quoted(place, max(page.width - len(blank) - 2, _LEAST_QUOTED))}")
    if one.more:
        yield _Line(f"{blank}and {one.more:,} more")
    if check.evidence_error is not None:
        yield _Line(clean(f"{blank}what decided cannot be located: {check.evidence_error}"))


def _quoted(place: Evidence, most: int) -> str:
    """Say a place, and what stands there."""
    text = place.text
    if place.pointer is not None:
        where = clean(place.pointer, most // 2) or "the whole value"
    elif place.call is not None:
        where = f"call #{place.call}"
    elif place.rater is not None:
        where = f"rated by {clean(place.rater, most // 2)}"
    else:
        where, text = f"characters {place.start} to {place.end}", clean(repr(text[:most]), most)
    return clean(f"{where}: {text}", most)
