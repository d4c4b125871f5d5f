"""Split a JSON text into the events that PyYAML would make of the same data, without recursion."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from yaml.events import (
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from ..text.line_breaks import breaks
from ..wording import shown
from .builder import NextEvent
from .mistakes import Mark

__all__ = ["GrammarError", "json_events"]

_SPACE = re.compile(r"[ \t\r\n]*+")
_CHARACTERS = re.compile(r'(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_WORD = re.compile(r"-?[^\W\d]\w*+")

#: JSON's words as YAML 1.2 spells them; NaN and the infinities are read as the numbers that they mean.
_WORDS = {
    "true": "true",
    "false": "false",
    "null": "null",
    "NaN": ".nan",
    "Infinity": ".inf",
    "-Infinity": "-.inf",
}


class GrammarError(Exception):
    """The text is no JSON from `mark` on."""

    def __init__(self, message: str, mark: Mark, hint: str | None) -> None:
        super().__init__(message)
        self.message = message
        self.mark = mark
        self.hint = hint


def json_events(text: str) -> NextEvent:
    """Return the source of the events of a JSON text.

    Raises:
        GrammarError: by the call for an event that cannot be read.
    """
    return _Scanner(text).events().__next__


class _Scanner:
    """Walks over the text and knows the line and column of where it is."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._line = 0
        self._line_start = 0

    def events(self) -> Iterator[Event]:
        """Return the events one by one."""
        closers: list[str] = []
        self._skip_space()
        while True:
            mark, first = self._mark(), self._next()
            if first == "{":
                yield MappingStartEvent(None, None, True, mark, mark)
                closers.append("}")
                if self._after_step() != "}":
                    yield self._key()
                    continue
            elif first == "[":
                yield SequenceStartEvent(None, None, True, mark, mark)
                closers.append("]")
                if self._after_step() != "]":
                    continue
            elif not (first or closers):
                self._fail("the document is empty")
            else:
                yield self._scalar()
            while closers and self._next() == closers[-1]:
                mark = self._mark()
                yield MappingEndEvent(mark, mark) if closers.pop() == "}" else SequenceEndEvent(mark, mark)
                self._after_step()
            if not closers:
                break
            if self._next() != ",":
                self._fail(f"expected ',' or '{closers[-1]}', found {self._found()}")
            if self._after_step() == closers[-1]:
                self._fail(f"expected a value after ',', found '{closers[-1]}'", "remove the last comma")
            if closers[-1] == "}":
                yield self._key()
        if self._next():
            self._fail(f"expected the end of the text, found {self._found()}")
        mark = self._mark()
        yield StreamEndEvent(mark, mark)

    def _mark(self, at: int | None = None) -> Any:
        return Mark(self._line, (self._at if at is None else at) - self._line_start)

    def _next(self) -> str:
        """Return the character at this place, "" at the end."""
        return self._text[self._at : self._at + 1]

    def _found(self) -> str:
        return shown(self._next()) if self._next() else "the end of the text"

    def _after_step(self) -> str:
        """Pass one character and the space after it, and return the next one."""
        self._at += 1
        self._skip_space()
        return self._next()

    def _skip_space(self) -> None:
        if self._next() > " ":
            return
        found = _SPACE.match(self._text, self._at)
        end = found.end() if found else self._at
        count, line_start = breaks(self._text, self._at, end)
        if count:
            self._line += count
            self._line_start = line_start
        self._at = end

    def _fail(self, message: str, hint: str | None = None, at: int | None = None) -> NoReturn:
        raise GrammarError(message, self._mark(at), hint)

    def _key(self) -> ScalarEvent:
        if self._next() != '"':
            self._fail(f"expected a key in double quotes, found {self._found()}")
        event = self._scalar()
        if self._next() != ":":
            self._fail(f"expected ':' after the key, found {self._found()}")
        self._after_step()
        return event

    def _scalar(self) -> ScalarEvent:
        """Read a text, a number or a word, and the space after it."""
        mark = self._mark()
        if self._next() == '"':
            value, style = self._quoted(), '"'
        else:
            value, style = self._plain(), ""
        self._skip_space()
        return ScalarEvent(None, None, (not style, bool(style)), value, mark, mark, style)

    def _quoted(self) -> str:
        start, text = self._at, self._text
        found = _CHARACTERS.match(text, start + 1)
        end = found.end() if found else start
        if end == len(text):
            self._fail("a text in quotes is not closed", "end it with a double quote")
        if text[end] == "\\":
            self._fail(f"unknown escape {shown(text[end : end + 2])}", "write \\\\ for a backslash", end)
        if text[end] != '"':
            self._fail(
                f"{shown(text[end])} inside a text in quotes", "write it as an escape, such as \\n", end
            )
        self._at = end + 1
        value: str = json.loads(text[start : self._at])
        return value

    def _plain(self) -> str:
        word = _WORD.match(self._text, self._at)
        if word is not None and word[0] in _WORDS:
            self._at = word.end()
            return _WORDS[word[0]]
        number = _NUMBER.match(self._text, self._at)
        if number is None:
            found = self._found() if word is None else shown(word[0])
            self._fail(
                f"expected a value, found {found}", "put a text in double quotes" if self._next() else None
            )
        self._at = number.end()
        return number[0]
