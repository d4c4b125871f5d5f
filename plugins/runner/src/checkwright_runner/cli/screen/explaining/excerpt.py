"""Quote a response by its lines, with marks on what decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....run.reports.excerpt import Passage
from .lines import Lines
from .marks import Mark
from .page import Page
from .rows import Piece, Row, cut, drawn
from .windows import DOTS, LEAST_CELLS

__all__ = ["excerpt"]

#: Lines that are shown before and after a marked one.
_CONTEXT = 2
#: Lines of a text that is shown whole, and of one without marks.
_SHORT = 8
#: Lines that a span over many chooses, and its last one.
_MOST_MARKED = 3
#: Cells that are left for labels behind a line with colours.
_LABELS = 18
#: Cells of a row beside its label and its text.
_FRAME = 5


def excerpt(passage: Passage, marks: Sequence[Mark], page: Page) -> list[str]:
    """Return the marked lines with some around them; a long line is cut around its marks.

    A mark is carets under the cells of its characters, on a page with colours its colour.
    """
    if not passage.text and not any(mark.spans for mark in marks):
        return ["  (the response is empty)"]
    lines = Lines(passage.text)
    pieces = [piece for number, mark in enumerate(marks) for piece in _pieces(number, mark, passage)]
    by_line = {index: list(_parts(lines, index, pieces)) for index in _shown(lines, pieces)}
    labels = [f"{passage.line + max(by_line)}", *(mark.label for mark in marks)]
    beside = _FRAME + (_LABELS if page.colour and pieces else 0)
    rows: list[Row] = []
    for _ in range(2):  # which labels there are is known when lines are cut, and takes from their width
        # One cell is left for a caret behind the end of a line.
        width = max(page.width - beside - max(map(len, labels)) - 1, LEAST_CELLS)
        rows = list(cut(lines, passage, by_line, width, page))
        labels += (row.label for row in rows)
    gutter = max(map(len, labels))
    found: list[tuple[str, str | None]] = []
    last = rows[0].line
    for row in rows:
        if row.line > last + 1:
            found.append((DOTS, None))
        last = row.line
        found += drawn(row, by_line[last], marks, width, page)
    if passage.more or last + 1 < len(lines):
        found.append((DOTS, None))
    return [_framed(label, text, gutter) for label, text in found]


def _framed(label: str, text: str | None, gutter: int) -> str:
    """Put the label of a row in front; a row without any text stands for lines that are left out."""
    frame = f"  {label:>{gutter}}"
    return frame if text is None else f"{frame} | {text}" if text else f"{frame} |"


def _pieces(number: int, mark: Mark, passage: Passage) -> Iterator[Piece]:
    """Yield the spans of a mark as places of the passage, whatever they are."""
    for span in mark.spans:
        start, stop = (min(max(place - passage.start, 0), len(passage.text)) for place in span)
        yield Piece(number, start, max(start, stop))


def _shown(lines: Lines, pieces: Sequence[Piece]) -> list[int]:
    """Choose the lines: all of a short text, else the marked ones with some around, or the first."""
    marked: set[int] = set()
    for piece in pieces:
        over = lines.of(piece.start, piece.stop)
        marked.update((*over[:_MOST_MARKED], over[-1]))
    count = max(len(lines), max(marked, default=0) + 1)
    if count <= _SHORT or not marked:
        return list(range(min(count, _SHORT)))
    near = {other for index in marked for other in range(index - _CONTEXT, index + _CONTEXT + 1)}
    return sorted(index for index in near if 0 <= index < count)


def _parts(lines: Lines, index: int, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield what stands in a line of the pieces."""
    for piece in pieces:
        if index in lines.of(piece.start, piece.stop):
            yield Piece(piece.number, *lines.part(index, piece.start, piece.stop))
