"""Lay out a plain text table."""

from __future__ import annotations

from collections.abc import Sequence

from .cells import cells_in

__all__ = ["table"]


def table(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Return one line per row, columns two spaces apart and padded by what the characters take on a terminal.

    right: the columns that are aligned to the right.
    """
    widths = [max(map(cells_in, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blank = " " * (width - cells_in(cell))
            cells.append(blank + cell if index in right else cell + blank)
        lines.append("  ".join(cells).rstrip())
    return lines
