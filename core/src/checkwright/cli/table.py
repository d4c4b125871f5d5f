"""Lay out a plain text table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

__all__ = ["table"]


def table(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Give one line per row, columns two spaces apart and padded by what the characters take on a terminal.

    right: the columns that are aligned to the right.
    """
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - _width(cell))
            cells.append(blank + cell if index in right else cell + blank)
        lines.append("  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """Count terminal columns: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
