"""The lists and mappings of a document that are not closed yet, and what its anchors name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .mistakes import Mark

__all__ = ["NO_KEY", "Anchored", "OpenNode", "RefusedAlias", "path_to_next"]


class RefusedAlias:
    """Stands for the value of an alias that has none; what is wrong with it is noted already."""

    def __init__(self, spelling: str) -> None:
        self._spelling = spelling

    def __str__(self) -> str:
        return self._spelling


#: The key of a mapping whose next key is still to come.
NO_KEY = object()


class Anchored:
    """What an anchor names. count: its values, itself included, 0 while it is open; height: its levels."""

    __slots__ = ("count", "height", "value")

    def __init__(self, value: Any, count: int) -> None:
        self.value = value
        self.count = count
        self.height = 0


class OpenNode:
    """A list or mapping whose end is still to come.

    marks: where each key of a mapping stands, None for a list; key: the key whose value is next;
    before: how many values were read before it; height: the levels inside it.
    """

    __slots__ = ("anchored", "before", "container", "height", "is_key", "key", "marks")

    def __init__(self, container: Any, marks: dict[str, Mark] | None, before: int) -> None:
        self.container = container
        self.marks = marks
        self.before = before
        self.height = 0
        self.key: Any = NO_KEY
        self.is_key = False
        self.anchored: Anchored | None = None


def path_to_next(stack: Sequence[OpenNode]) -> list[str | int]:
    """Spell the path to the value that comes next, or to the mapping whose key comes next.

    stack: from the list that holds the root alone to the innermost open container.
    """
    *outer, last = stack
    path: list[str | int] = [len(one.container) - 1 if one.marks is None else str(one.key) for one in outer]
    if last.marks is None:
        path.append(len(last.container))
    elif last.key is not NO_KEY:
        path.append(str(last.key))
    return path[1:]
