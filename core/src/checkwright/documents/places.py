"""Find the line and column of every value and key of a document that was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from yaml.events import (
    AliasEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from .builder import Next

__all__ = ["Place", "Position", "locate"]

#: Line and column from 1, the column in characters.
Position: TypeAlias = tuple[int, int]

_NODES = frozenset({AliasEvent, ScalarEvent, MappingStartEvent, SequenceStartEvent})


@dataclass(slots=True)
class Place:
    """Where a value stands, and what stands below it.

    below: the places of a list's items, or key -> (position of the key, place of its value); None
    for a scalar. An alias stands where it is used, what is below it where the anchor is.
    """

    position: Position
    below: list[Place] | dict[str, tuple[Position, Place]] | None = None

    def find(self, path: Sequence[str | int], *, key: bool = False) -> Position:
        """Return the position of the value at `path`, or of its deepest ancestor that exists.

        key: the position of the key that leads to the value, where there is one.
        """
        place, position = self, self.position
        for index, step in enumerate(path, 1):
            below = place.below
            if isinstance(below, dict) and step in below:
                key_position, place = below[str(step)]
                position = key_position if key and index == len(path) else place.position
            elif isinstance(below, list) and isinstance(step, int) and 0 <= step < len(below):
                place = below[step]
                position = place.position
            else:
                break
        return position


def locate(following: Next) -> Place:
    """Read the events of one document without mistakes and give the place of its root."""
    root: list[Place] = []
    stack: list[Any] = []
    below: Any = root
    key: tuple[str, Position] | None = None
    texts: dict[str, str] = {}
    anchors: dict[str, Place] = {}
    kind: type[Event] = Event
    while kind is not StreamEndEvent:
        event = following()
        kind = type(event)
        if kind in _NODES:
            position = event.start_mark.line + 1, event.start_mark.column + 1
            text = texts[event.anchor] if kind is AliasEvent else getattr(event, "value", "")
            place = Place(position, anchors[event.anchor].below if kind is AliasEvent else None)
            if event.anchor is not None:
                anchors[event.anchor], texts[event.anchor] = place, text
            if isinstance(below, list):
                below.append(place)
            elif key is None:
                key = text, position
            else:
                below[key[0]] = key[1], place
                key = None
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                place.below = {} if kind is MappingStartEvent else []
                stack.append(below)
                below = place.below
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            below = stack.pop()
    return root[0]
