"""Build the data of a document from the events of its parser, and note every mistake on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

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

from ..text.surrogates import lone_surrogate, without_surrogates
from ..wording import named_type, shown
from .mistakes import Mark, Mistakes
from .open_nodes import NO_KEY, Anchored, OpenNode, RefusedAlias, path_to_next
from .scalars import NUMERIC, WORDS, BadNumber, number

if TYPE_CHECKING:
    from .limits import DocumentLimits

__all__ = ["Builder", "NextEvent"]

#: Returns the next event of PyYAML, whose classes differ in their attributes; a StreamEndEvent is the last.
NextEvent: TypeAlias = Callable[[], Any]


class Builder:
    """Builds the data of one document.

    The events are those of PyYAML. The JSON reader makes such events too, so that the rules of documents (no
    key twice, no infinite number, bounded nesting ...) stand here once for both.

    tags: whether the text may hold tags; surrogates: whether its escapes may yield lone surrogates.
    """

    def __init__(self, mistakes: Mistakes, limits: DocumentLimits, *, tags: bool, surrogates: bool) -> None:
        self._mistakes = mistakes
        self._limits = limits
        self._tags = tags
        self._surrogates = surrogates
        self._anchors: dict[str, Anchored] = {}
        self._count = 0
        # The outermost is a list of our own, whose one item is the root of the document.
        self._open = [OpenNode([], None, 0)]

    def build(self, following: NextEvent) -> Any:
        """Read all events and return the data, which means something only when no mistake was noted.

        Raises:
            InvalidDocument: a mistake ended the reading.
        """
        tags, surrogates, depth, most = self._tags, self._surrogates, self._limits.depth, self._limits.values
        stack = self._open
        frame = stack[0]
        documents = 0
        while True:
            event = following()
            kind = type(event)
            if kind is ScalarEvent:
                value = event.value
                if not event.style and (value in WORDS or value[0] in NUMERIC):
                    value = self._plain(event)
                elif surrogates and not value.isascii():
                    value = self._without_surrogates(event)
                if event.anchor is not None:
                    self._anchors[event.anchor] = Anchored(value, 1)
                opens = False
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                if len(stack) > depth:
                    self._too_deep(event)
                value = {} if kind is MappingStartEvent else []
                opens = True
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                frame = self._close()
                continue
            elif kind is AliasEvent:
                value = self._aliased(event)
                opens = False
            elif kind is StreamEndEvent:
                return self._root()
            else:
                documents += kind is DocumentStartEvent
                if documents > 1:
                    self._mistakes.stop(
                        "a second document starts here, expected one document per file", event.start_mark
                    )
                continue

            if tags and kind is not AliasEvent and event.tag is not None:
                self._refuse_tag(event)
            marks = frame.marks
            if marks is None:
                frame.container.append(value)
            elif frame.key is not NO_KEY:
                frame.container[frame.key] = value
                if not opens:
                    frame.key = NO_KEY
            elif type(value) is str and value not in marks and value != "<<":
                marks[value] = event.start_mark
                frame.key = value
                continue
            else:
                frame.key = self._key(event, value)
                if opens:
                    frame = self._push(event, value)
                    frame.is_key = True
                continue
            self._count += 1
            if self._count > most:
                self._mistakes.stop(
                    f"more than {most:,} values, counting each use of an alias", event.start_mark
                )
            if opens:
                frame = self._push(event, value)

    def _path(self) -> list[str | int]:
        return path_to_next(self._open)

    def _push(self, event: Any, value: Any) -> OpenNode:
        frame = OpenNode(value, {} if type(value) is dict else None, self._count)
        if event.anchor is not None:
            frame.anchored = self._anchors[event.anchor] = Anchored(value, 0)
        self._open.append(frame)
        return frame

    def _close(self) -> OpenNode:
        closed = self._open.pop()
        frame = self._open[-1]
        height = closed.height + 1
        if frame.height < height:
            frame.height = height
        if closed.anchored is not None:
            closed.anchored.count = self._count - closed.before + 1
            closed.anchored.height = height
        if not closed.is_key:
            frame.key = NO_KEY
        return frame

    def _root(self) -> Any:
        root = self._open[0].container
        if not root:
            self._mistakes.stop("the document is empty", Mark(0, 0))
        return root[0]

    def _too_deep(self, event: Any) -> None:
        self._mistakes.stop(f"nested deeper than {self._limits.depth} levels", event.start_mark, self._path())

    def _plain(self, event: Any) -> Any:
        text = event.value
        if text in WORDS:
            return WORDS[text]
        try:
            return number(text)
        except BadNumber as bad:
            if self._open[-1].marks is None or self._open[-1].key is not NO_KEY:
                self._mistakes.add(str(bad), event.start_mark, self._path(), "quote it if it is a text")
            return 0

    def _without_surrogates(self, event: Any) -> str:
        text: str = event.value
        if lone_surrogate(text) is not None:
            message = f"half of a surrogate pair in {shown(text)}, expected whole characters"
            self._mistakes.add(message, event.start_mark, self._path())
            text = without_surrogates(text)
        return text

    def _refuse_tag(self, event: Any) -> None:
        tag = event.tag.replace("tag:yaml.org,2002:", "!!")
        self._mistakes.add(
            f"the tag {shown(tag)} is not allowed",
            event.start_mark,
            self._path(),
            "quote a text that starts with '!'",
        )

    def _aliased(self, event: Any) -> Any:
        anchored = self._anchors.get(event.anchor)
        name = shown(f"*{event.anchor}")
        if anchored is None:
            message, hint = f"the alias {name} names no anchor above it", "quote a text that starts with '*'"
        elif not anchored.count:
            message, hint = f"the alias {name} stands inside the value that it names", None
        else:
            if len(self._open) - 1 + anchored.height > self._limits.depth:
                self._too_deep(event)
            self._count += anchored.count - 1
            self._open[-1].height = max(self._open[-1].height, anchored.height)
            return anchored.value
        self._mistakes.add(message, event.start_mark, self._path(), hint)
        return RefusedAlias(f"*{event.anchor}")

    def _key(self, event: Any, value: Any) -> str:
        """Return the text of a key that is no new plain string, and note what is wrong with it."""
        if isinstance(value, RefusedAlias):
            return str(value)
        marks: Any = self._open[-1].marks
        if type(event) is ScalarEvent and type(value) is int and str(value) == event.value:
            # `1: poor` is what people write for `"1": poor`, and can mean nothing else.
            value = event.value
        spelling = value if isinstance(value, str) else getattr(event, "value", "?")
        hint: str | None = "quote it if it is a text"
        if not isinstance(value, str):
            message = f"the key is {named_type(value, mapping='a mapping')}, expected a string"
            if not spelling:
                message, hint = "a key is missing before ':'", None
        elif value in marks:
            message = f"the key {shown(value)} is given twice, first on line {marks[value].line + 1}"
            hint = "remove one of the two"
        elif type(event) is ScalarEvent and not event.style and value == "<<":
            message = "the merge key << is not allowed"
            hint = "write the fields out, or quote it to mean a key"
        else:
            marks[value] = event.start_mark
            return value
        self._mistakes.add(message, event.start_mark, [*self._path(), spelling], hint)
        return str(spelling)
