"""The results of reading a text in a format, and places in a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from checkwright.text import lone_surrogate

__all__ = ["Invalid", "Reader", "Valid", "half_of_a_pair", "index_of", "place_of"]

_BREAK = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class Valid:
    """The text is in the format. summary: what was found, such as "a list of 3 items"."""

    summary: str


@dataclass(frozen=True, slots=True)
class Invalid:
    """The text is not in the format.

    message: what was found and what was expected; values of the text by `shown`.
    start, end: the span of the text that decided; empty where something is missing.
    """

    message: str
    start: int
    end: int

    @classmethod
    def at(cls, message: str, start: int, length: int = 1) -> Invalid:
        """Make a result about `length` characters from `start` on."""
        return cls(message, start, start + length)


#: Reads a text, which is not blank and has no white space at its ends, in one format.
Reader: TypeAlias = Callable[[str], Valid | Invalid]


def index_of(text: str, line: int, column: int) -> int:
    """Return the index of a line and column, both from 0; lines end with LF, CR or CRLF.

    A place past the end of the text is its end.
    """
    start = 0
    if line:
        before = next(islice(_BREAK.finditer(text), line - 1, None), None)
        start = len(text) if before is None else before.end()
    return min(start + column, len(text))


def place_of(text: str, index: int) -> tuple[int, int]:
    """Return line and column, both from 1, of the character `index`; lines end with LF, CR or CRLF."""
    line = text.count("\n", 0, index) + text.count("\r", 0, index) - text.count("\r\n", 0, index)
    start = max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1
    return line + 1, index - start + 1


def half_of_a_pair(text: str) -> Invalid | None:
    """Return the result for the first lone surrogate, which UTF-8 cannot encode; None without one."""
    place = lone_surrogate(text)
    if place is None:
        return None
    return Invalid.at(
        f"found half of a surrogate pair (U+{ord(text[place]):04X}), expected whole characters", place
    )
