"""Collect what is wrong with one document, each mistake with its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from ..contract.errors import InvalidDocument
from ..contract.problem import Problem
from ..text.line_breaks import breaks
from ..wording import pointer, spelled

__all__ = ["MOST_MISTAKES", "Mark", "Mistakes"]

#: Mistakes of one document that are listed before reading stops.
MOST_MISTAKES = 100
#: Characters of a path that a message begins with, the last ones of a longer path.
_LONGEST = 200


class Mark:
    """A place in a text: line and column from 0, in characters. PyYAML's marks serve as well."""

    __slots__ = ("column", "line")

    def __init__(self, line: int, column: int) -> None:
        self.line = line
        self.column = column

    @classmethod
    def at(cls, text: str, index: int) -> Mark:
        """Return the place of the character `index`."""
        line, start = breaks(text, 0, index)
        return cls(line, index - start)


class Mistakes:
    """The mistakes of one document so far, in reading order; at most `MOST_MISTAKES` and one that says so."""

    def __init__(self, source: str) -> None:
        self._source = source
        self.problems: list[Problem] = []

    def add(
        self, message: str, mark: Mark | None, path: Sequence[str | int] = (), hint: str | None = None
    ) -> None:
        """Note one mistake; mark: where it stands, None for data that has no text.

        Raises:
            InvalidDocument: there are more than `MOST_MISTAKES`.
        """
        full = len(self.problems) == MOST_MISTAKES
        if full:
            message, hint = f"more than {MOST_MISTAKES} mistakes, the rest is not read", None
        elif mark is None and path:
            # Nothing else that is printed of it tells where it stands.
            message = f"{spelled(path)[-_LONGEST:]}: {message}"
        line, column = (None, None) if mark is None else (mark.line + 1, mark.column + 1)
        place = pointer(path)
        self.problems.append(
            Problem(self._source, message, line, column, path=place, code="syntax", hint=hint)
        )
        if full:
            self.raise_any()

    def stop(
        self, message: str, mark: Mark | None, path: Sequence[str | int] = (), hint: str | None = None
    ) -> NoReturn:
        """Note one mistake that ends the reading.

        Raises:
            InvalidDocument: always, with all mistakes.
        """
        self.add(message, mark, path, hint)
        raise InvalidDocument(self.problems)

    def raise_any(self) -> None:
        """Raise what is wrong, if anything is.

        Raises:
            InvalidDocument: there are mistakes.
        """
        if self.problems:
            raise InvalidDocument(self.problems)
