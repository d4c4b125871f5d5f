"""The data of a document, with the line and column of every value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .json_events import json_events
from .places import Place, locate
from .yaml_reader import yaml_events

__all__ = ["Document"]


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one document, and where in its text each value stands.

    data: dict, list, str, int, float, bool and None; the uses of one YAML alias share one object.
    source: the file name, or what the caller called the text.
    text: what it was read from, without a byte order mark; None for data that was given as such.
    syntax: None for data that was given as such.
    lines_before: how many lines of a larger text stand before this document.
    """

    data: Any
    source: str
    text: str | None = field(default=None, repr=False, compare=False)
    syntax: Literal["yaml", "json"] | None = field(default=None, repr=False, compare=False)
    lines_before: int = field(default=0, repr=False, compare=False)
    _root: Place | None = field(default=None, repr=False, compare=False)

    def place(self, path: Sequence[str | int], *, key: bool = False) -> tuple[int | None, int | None]:
        """Return line and column, from 1, of the value at `path`, or of its deepest ancestor that exists.

        key: the place of the key that leads to the value instead, where it has one.
        The use of a YAML alias stands where it is used, what is inside it where the anchor is. Both are
        None for data that was given as such.
        """
        if self.text is None:
            return None, None
        if self._root is None:
            # A valid document is seldom asked for a place, so the places are noted when the first one is.
            events = json_events if self.syntax == "json" else yaml_events
            object.__setattr__(self, "_root", locate(events(self.text)))
        assert self._root is not None
        line, column = self._root.find(path, key=key)
        return self.lines_before + line, column
