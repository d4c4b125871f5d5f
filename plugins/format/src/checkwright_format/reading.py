"""What reading a text in a format gives: it fits, or it does not and here is the place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

__all__ = ["Fits", "Misfit", "Read", "counted", "index_of", "lone_surrogate", "place_of"]

_BREAK = re.compile(r"\r\n?|\n")
_LONE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Fits:
    """The text is in the format. says: what was found, such as "a list of 3 items"."""

    says: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """The text is not in the format.

    says: what was found and what was expected; values of the text by `shown`.
    start, end: the characters of the text that decided it; equal where something is missing.
    """

    says: str
    start: int
    end: int

    @classmethod
    def at(cls, says: str, start: int, length: int = 1) -> Misfit:
        """Point at `length` characters from `start` on."""
        return cls(says, start, start + length)


#: Reads a text that is not blank and has no white space at its ends.
Read: TypeAlias = Callable[[str], Fits | Misfit]


def index_of(text: str, line: int, column: int) -> int:
    """Return the index of a place; line and column from 0, lines end with LF, CR or CRLF.

    A place past the end of the text is its end.
    """
    start = 0
    if line:
        before = next(islice(_BREAK.finditer(text), line - 1, None), None)
        start = len(text) if before is None else before.end()
    return min(start + column, len(text))


def place_of(text: str, index: int) -> tuple[int, int]:
    """Return line and column, from 1, of the character `index`; lines end with LF, CR or CRLF."""
    line = text.count("\n", 0, index) + text.count("\r", 0, index) - text.count("\r\n", 0, index)
    start = max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1
    return line + 1, index - start + 1


def counted(number: int, noun: str) -> str:
    """Say a number of things: "1 record", "2,000 records"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def lone_surrogate(text: str) -> Misfit | None:
    """Refuse half of a surrogate pair, which no UTF-8 can hold; None when there is none."""
    found = None if text.isascii() else _LONE.search(text)
    if found is None:
        return None
    return Misfit.at(
        f"found half of a surrogate pair (U+{ord(found[0]):04X}), expected whole characters", found.start()
    )
