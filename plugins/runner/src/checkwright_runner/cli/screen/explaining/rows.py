"""The rows of an excerpt: lines cut to a width, and under each what marks it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ....run.reports.excerpt import Passage
from .lines import Lines
from .marks import Mark, carets, coloured, columns, plain
from .page import Page
from .paint import painted
from .windows import Line, Window, windows

__all__ = ["Piece", "Row", "cut", "drawn"]

#: Labels that stand behind a line with colours.
_MOST_LABELS = 3


class Piece(NamedTuple):
    """Characters of a passage, and the number of the mark that they have."""

    number: int
    start: int
    stop: int


class Row(NamedTuple):
    """A window of a line, with the label that stands before it: LINE, or LINE:COLUMN inside the line."""

    line: int
    label: str
    window: Window


def cut(
    lines: Lines, passage: Passage, by_line: Mapping[int, Sequence[Piece]], width: int, page: Page
) -> Iterator[Row]:
    """Cut lines to a width, each to as many rows as its pieces need."""
    for index, pieces in by_line.items():
        start, stop = lines.bounds(index)
        column = 0 if index else passage.column
        line = Line(passage.text, start, stop, column > 0, passage.more and stop == len(passage.text))
        points = {place for piece in pieces for place in (piece.start, max(piece.start, piece.stop - 1))}
        for window in windows(line, sorted(points), width, page):
            first = window.units[0].start if window.units else start
            at = f":{column + first - start + 1}" if window.before else ""
            yield Row(index, f"{passage.line + index}{at}", window)


def drawn(
    row: Row, pieces: Sequence[Piece], marks: Sequence[Mark], width: int, page: Page
) -> Iterator[tuple[str, str]]:
    """Yield a row with its label, then what marks it, by check; with colours these are in the row."""
    by_mark: dict[int, list[tuple[int, int]]] = {}
    for piece in pieces:
        by_mark.setdefault(piece.number, []).append((piece.start, piece.stop))
    found = ((marks[number], columns(row.window, parts)) for number, parts in by_mark.items())
    marked = [(mark, cells) for mark, cells in found if cells]
    if page.colour:
        labels = [painted(mark.label, mark.colour, page) for mark, _ in marked[:_MOST_LABELS]]
        more = [f"+{len(marked) - _MOST_LABELS}"] if len(marked) > _MOST_LABELS else []
        yield row.label, "  ".join([coloured(row.window, marked, page), *labels, *more])
        return
    yield row.label, plain(row.window)
    for mark, cells in marked:
        yield mark.label, carets(row.window, cells, width)
