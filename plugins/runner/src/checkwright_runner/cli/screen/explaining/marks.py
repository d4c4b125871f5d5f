"""Mark what stands in a window: the cells that a check points at."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from ..cells import cells_in
from .page import Page
from .paint import painted
from .windows import DOTS, Window

__all__ = ["Mark", "carets", "coloured", "columns", "plain"]


@dataclass(frozen=True, slots=True)
class Mark:
    """What one check marks.

    label: stands beside it. failed: whether the check did. colour: see `colour_of`.
    spans: start and end in characters of the response.
    """

    label: str
    failed: bool
    colour: str
    spans: tuple[tuple[int, int], ...]


def columns(window: Window, pieces: Iterable[tuple[int, int]]) -> frozenset[int]:
    """Return the columns of a window, from 0, in which characters of the pieces stand.

    Of a piece without characters it is one column, behind the line where nothing follows.
    """
    wanted = list(pieces)
    found: set[int] = set()
    column = len(DOTS) if window.before else 0
    for unit in window.units:
        for start, stop in wanted:
            if start == stop and unit.start <= start < unit.stop:
                found.add(column)
            elif unit.start < stop and start < unit.stop:
                found.update(range(column, column + unit.cells))
        column += unit.cells
    if not window.after and any(start == stop and _is_behind(window, start) for start, stop in wanted):
        found.add(column)
    return frozenset(found)


def _is_behind(window: Window, place: int) -> bool:
    return not window.units or place >= window.units[-1].stop


def carets(window: Window, cells: frozenset[int], width: int) -> str:
    """Draw the row under a window.

    Of a window with right-to-left letters, which terminals may show in another order, the marked text
    stands behind the carets, if that takes at most `width` cells.
    """
    row = "".join("^" if column in cells else " " for column in range(max(cells) + 1))
    if not any(unicodedata.bidirectional(unit.shown[0]) in ("R", "AL") for unit in window.units):
        return row
    quoted = _quoted(window, cells)
    return f"{row} {quoted}" if len(row) + 1 + cells_in(quoted) <= width else row


def _quoted(window: Window, cells: frozenset[int]) -> str:
    """Return the text in some columns, parts that stand apart with dots between them."""
    parts: list[str] = []
    column, behind = len(DOTS) if window.before else 0, -1
    for unit in window.units:
        if column in cells:
            parts += [DOTS, unit.shown] if parts and column > behind else [unit.shown]
            behind = column + unit.cells
        column += unit.cells
    return "".join(parts)


def plain(window: Window) -> str:
    """Return the text of a window."""
    text = "".join(unit.shown for unit in window.units)
    return f"{DOTS if window.before else ''}{text}{DOTS if window.after else ''}"


def coloured(window: Window, marked: Sequence[tuple[Mark, frozenset[int]]], page: Page) -> str:
    """Return the text of a window, what is marked in colour; a failed check's colour lies on top."""
    layers = sorted(marked, key=lambda one: not one[0].failed)
    cells = [(unit.shown, unit.cells) for unit in window.units]
    column = 0
    if window.before:
        cells.insert(0, (DOTS, len(DOTS)))
    cells.append((DOTS, len(DOTS)) if window.after else (" ", 1))
    parts = []
    for shown, width in cells:
        colour = next((mark.colour for mark, columns_of in layers if column in columns_of), "")
        parts.append((colour, shown))
        column += width
    runs = groupby(parts, key=itemgetter(0))
    return "".join(
        painted("".join(shown for _, shown in run), colour, page, underlined=True) for colour, run in runs
    ).rstrip(" ")
