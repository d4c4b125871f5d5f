"""Where every value and key of a document stands, noted while its events pass by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from .builder import NextEvent

__all__ = ["Place", "PlaceRecorder", "Position", "locate"]

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


class PlaceRecorder:
    """Notes where each value of one document stands, while the events of the document pass by.

    root: the place of the root once all events have passed; it means something only for a document without
        mistakes.
    """

    def __init__(self) -> None:
        self._roots: list[Place] = []
        self._stack: list[Any] = []
        self._below: Any = self._roots
        self._key: tuple[str, Position] | None = None
        self._texts: dict[str, str] = {}
        self._anchors: dict[str, Place] = {}

    @property
    def root(self) -> Place:
        """The place of the root."""
        return self._roots[0]

    def watch(self, following: NextEvent) -> NextEvent:
        """Return the same source of events, each noted before it is handed on."""

        def watched() -> Any:
            event = following()
            self.note(event)
            return event

        return watched

    def note(self, event: Any) -> None:
        """Note one event."""
        kind = type(event)
        if kind in _NODES:
            place = self._place(event, kind is AliasEvent)
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                place.below = {} if kind is MappingStartEvent else []
                self._stack.append(self._below)
                self._below = place.below
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            self._below = self._stack.pop()

    def _place(self, event: Any, is_alias: bool) -> Place:
        """Put the place of a value below what is open, or keep that of a key for its value."""
        position = event.start_mark.line + 1, event.start_mark.column + 1
        anchor = self._anchors.get(event.anchor) if is_alias else None
        text = self._texts.get(event.anchor, "") if is_alias else getattr(event, "value", "")
        place = Place(position, None if anchor is None else anchor.below)
        if event.anchor is not None:
            self._anchors[event.anchor], self._texts[event.anchor] = place, text
        if isinstance(self._below, list):
            self._below.append(place)
        elif self._key is None:
            self._key = text, position
        else:
            self._below[self._key[0]] = self._key[1], place
            self._key = None
        return place


def locate(following: NextEvent) -> Place:
    """Read the events of one document without mistakes, and return the place of its root."""
    recorder = PlaceRecorder()
    watched = recorder.watch(following)
    while type(watched()) is not StreamEndEvent:
        pass
    return recorder.root
