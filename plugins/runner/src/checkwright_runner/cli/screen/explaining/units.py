"""Divide a text into what shares the cells of a terminal, and say what is printed for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from ..cells import cells_of
from .page import Page

__all__ = ["MOST_CHARACTERS", "Unit", "units"]

#: Tab stops are that many cells apart.
_TAB = 4
#: Combining marks that are printed over one character; further ones are escaped, so that no row grows long.
_MOST_MARKS = 8
#: Most characters that stand in one cell.
MOST_CHARACTERS = _MOST_MARKS + 3
#: They only choose between two looks of a character, and terminals disagree on the cells that this takes.
_SELECTORS = frozenset("\ufe0e\ufe0f")
#: Printable by their category, but seen by nobody, or joined to what stands before by some terminals only.
_ESCAPED = frozenset("\u3164\uffa0\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")


class Unit(NamedTuple):
    """Characters of a text that stand in the same cells.

    start, stop: their places in the text. shown: what is printed for them. cells: how many that takes,
    at least 1.
    """

    start: int
    stop: int
    shown: str
    cells: int


def units(text: str, start: int, stop: int, page: Page) -> Iterator[Unit]:
    """Yield the units of a part of a line, in order.

    A tab is blank up to the next stop. Control, format (bidi, zero width) and lone surrogate characters
    are escaped as Python writes them, and so is what the page cannot hold, a combining mark without a
    character before it, and a modifier of an emoji.
    """
    last: Unit | None = None
    takes_marks, column = False, 0
    for place in range(start, stop):
        character = text[place]
        shown = _printed(character, page)
        if last is not None and takes_marks and shown is not None:
            joined = _joined(last, character)
            if joined is not None:
                last = joined
                continue
        if last is not None:
            yield last
            column += last.cells
        takes_marks = shown is not None and character not in _SELECTORS and cells_of(character) > 0
        if character == "\t":
            shown = " " * (_TAB - column % _TAB)
        elif shown is None or not takes_marks:
            shown = _escape(character)
        last = Unit(place, place + 1, shown, cells_of(shown) if takes_marks else len(shown))
    if last is not None:
        yield last


def _joined(unit: Unit, character: str) -> Unit | None:
    """Put a combining mark or a selector over a unit; None for what is none, or finds no room."""
    if unit.stop - unit.start > _MOST_MARKS:
        return None
    if character in _SELECTORS:
        return unit._replace(stop=unit.stop + 1)
    if cells_of(character):
        return None
    cells = max(unit.cells, 2) if unicodedata.category(character) == "Mc" else unit.cells
    return Unit(unit.start, unit.stop + 1, unit.shown + character, cells)


def _printed(character: str, page: Page) -> str | None:
    """Return a character that can be printed as it is, else None."""
    if not character.isprintable() or character in _ESCAPED or not page.holds(character):
        return None
    return character


def _escape(character: str) -> str:
    return character.encode("unicode_escape", "surrogatepass").decode("ascii")
