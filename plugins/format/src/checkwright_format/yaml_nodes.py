"""Check the events of YAML without building values: roots, duplicate keys, aliases and depth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from checkwright import yaml12
from checkwright.wording import counted, shown

__all__ = ["DEPTH", "TOO_DEEP", "VALUES", "NodeMistake", "read_documents"]

#: Levels of nested lists and mappings that are read.
DEPTH = 200
#: Values in a text with aliases, those of an alias counted at each use.
VALUES = 1_000_000
#: The reason of a text that is nested deeper.
TOO_DEEP = f"depth limit: nested deeper than {DEPTH} levels"


class NodeMistake(Exception):  # noqa: N818 - it is a mistake in the text
    """A rule is broken; `message` says which, `index` is the character where."""

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.message = message
        self.index = index


class _Node:
    """A value that was read.

    same: a number that only equal values share. count: values in it, itself included. height: levels in it.
    """

    __slots__ = ("count", "height", "same")

    def __init__(self, same: int, count: int = 1, height: int = 0) -> None:
        self.same = same
        self.count = count
        self.height = height


class _Open:
    """A list or mapping that is not closed yet. keys: the keys of a mapping; None for a list."""

    __slots__ = ("anchor", "count", "height", "items", "keys")

    def __init__(self, mapping: bool, anchor: str | None) -> None:
        self.keys: set[int] | None = set() if mapping else None
        self.anchor = anchor
        self.items: list[int] = []
        self.count = 1
        self.height = 1


def read_documents(following: Callable[[], Any]) -> list[str]:
    """Read all events and return what each root is; empty documents beside others are ignored.

    Raises:
        NodeMistake: a rule is broken, or a limit exceeded.
        yaml.MarkedYAMLError: the text is not YAML.
    """
    return _EventReader(following).roots()


class _EventReader:
    def __init__(self, following: Callable[[], Any]) -> None:
        self._following = following
        self._open: list[_Open] = []
        # None for an anchor whose value is not closed yet.
        self._anchors: dict[str, _Node | None] = {}
        # Equal values share a number, so that comparing keys takes linear time.
        self._numbers: dict[Any, int] = {}
        self._roots: list[str] = []
        self._blank = 0

    def roots(self) -> list[str]:
        while True:
            event = self._following()
            kind = type(event)
            if kind is ScalarEvent:
                self._scalar(event)
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                self._start(event, kind is MappingStartEvent)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self._end(event)
            elif kind is AliasEvent:
                self._alias(event)
            elif kind is DocumentStartEvent:
                self._anchors = {}
            elif kind is StreamEndEvent:
                break
        if not self._roots:
            raise NodeMistake("found no value, expected a mapping or a list", self._blank)
        return self._roots

    def _scalar(self, event: Any) -> None:
        if not self._open:
            if event.value or event.style:
                self._refuse(f"found the text {shown(event.value)}, expected a mapping or a list", event)
            self._blank = event.start_mark.index
            return
        node = _Node(self._number((event.tag, *_resolved(event))))
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        self._add(node, event)

    def _start(self, event: Any, mapping: bool) -> None:
        if len(self._open) == DEPTH:
            self._too_deep(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._open.append(_Open(mapping, event.anchor))

    def _end(self, event: Any) -> None:
        closed = self._open.pop()
        if closed.keys is None:
            same = self._number(("list", *closed.items))
            said = f"a list of {counted(len(closed.items), 'item')}"
        else:
            pairs = frozenset(zip(closed.items[::2], closed.items[1::2], strict=True))
            same = self._number(("mapping", pairs))
            said = f"a mapping of {counted(len(pairs), 'key')}"
        node = _Node(same, closed.count, closed.height)
        if closed.anchor is not None:
            self._anchors[closed.anchor] = node
        if self._open:
            self._add(node, event)
        else:
            self._roots.append(said)

    def _alias(self, event: Any) -> None:
        name = shown(f"*{event.anchor}")
        if event.anchor not in self._anchors:
            self._refuse(f"the alias {name} names no anchor above it", event)
        node = self._anchors[event.anchor]
        if node is None:
            self._refuse(f"the alias {name} stands inside the value that it names", event)
        if len(self._open) + node.height > DEPTH:
            self._too_deep(event)
        self._add(node, event)
        if node.count > 1 and self._open[-1].count > VALUES:
            self._refuse(f"alias limit: more than {VALUES:,} values, counting each use of an alias", event)

    def _add(self, node: _Node, event: Any) -> None:
        """Add a value to the innermost open list or mapping, as an item, a key or the value of a key."""
        frame = self._open[-1]
        keys = frame.keys
        if keys is not None and not len(frame.items) % 2:
            if node.same in keys:
                key = f"the key {shown(event.value)}" if type(event) is ScalarEvent else "a key"
                self._refuse(f"{key} is given twice", event)
            keys.add(node.same)
        frame.items.append(node.same)
        frame.count += node.count
        if frame.height <= node.height:
            frame.height = node.height + 1

    def _number(self, value: Any) -> int:
        return self._numbers.setdefault(value, len(self._numbers))

    def _too_deep(self, event: Any) -> NoReturn:
        self._refuse(TOO_DEEP, event)

    def _refuse(self, message: str, event: Any) -> NoReturn:
        raise NodeMistake(message, event.start_mark.index)


def _resolved(event: Any) -> tuple[Any, ...]:
    """Return the type and the value of a scalar in the core schema of YAML 1.2."""
    text = event.value
    if event.style:
        return "str", text
    try:
        value = yaml12.scalar(text)
    except ValueError:
        return "number", text
    return type(value).__name__, value
