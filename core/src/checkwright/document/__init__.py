"""Read YAML or JSON text into data, and know the line and column of every path."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..errors import InvalidDocument
from ..problem import Problem
from .encoding import characters
from .json_events import json_events
from .json_reader import NotJson, read_json
from .mistakes import pointer
from .places import Place, locate
from .plain_data import copied
from .yaml_reader import read_yaml, yaml_events

__all__ = [
    "Document",
    "DocumentLimits",
    "file_content",
    "from_data",
    "pointer",
    "read_document",
    "read_file",
    "taken",
]


@dataclass(frozen=True, slots=True)
class DocumentLimits:
    """Bounds of one document; a document beyond one is invalid.

    bytes: of the text in UTF-8; depth: levels of lists and mappings; values: lists, mappings and
    scalars, those of an alias counted at each use.
    """

    bytes: int = 4 * 1024 * 1024
    depth: int = 64
    values: int = 100_000


_LIMITS = DocumentLimits()


@dataclass(frozen=True, slots=True)
class Document:
    """The data of one document, and where in its text each value stands.

    data: dict, list, str, int, float, bool and None; the uses of one YAML alias share one object.
    source: the file name, or what the caller called the text.
    syntax: None for data that was given as such.
    lines_before: how many lines of a larger text stand before this document.
    """

    data: Any
    source: str
    _text: str | None = field(default=None, repr=False, compare=False)
    syntax: Literal["yaml", "json"] | None = field(default=None, repr=False, compare=False)
    lines_before: int = field(default=0, repr=False, compare=False)
    _root: Place | None = field(default=None, init=False, repr=False, compare=False)

    def place(self, path: Sequence[str | int], *, key: bool = False) -> tuple[int | None, int | None]:
        """Give line and column, from 1, of the value at `path`, or of its deepest ancestor that exists.

        key: the place of the key that leads to the value instead, where it has one.
        The use of a YAML alias stands where it is used, what is inside it where the anchor is. Both are
        None for data that was given as such.
        """
        if self._text is None:
            return None, None
        if self._root is None:
            # A valid document is seldom asked for a place, so its text is parsed again for the first one.
            events = json_events if self.syntax == "json" else yaml_events
            object.__setattr__(self, "_root", locate(events(self._text)))
        assert self._root is not None
        line, column = self._root.find(path, key=key)
        return self.lines_before + line, column


def read_document(text: str | bytes, *, source: str = "<text>", limits: DocumentLimits = _LIMITS) -> Document:
    """Read one YAML or JSON document.

    A source named `*.json` is JSON. Another text that starts with { or [ is tried as JSON first, and as
    YAML when the grammar of JSON does not fit. A BOM is skipped. Bytes are UTF-8.

    Raises:
        InvalidDocument: `.problems` holds every mistake, located; an error of syntax ends the reading.
    """
    text = characters(text, source, limits.bytes)
    named = source.lower().endswith(".json")
    not_json: Problem | None = None
    if named or text.lstrip(" \t\r\n").startswith(("{", "[")):
        try:
            return Document(read_json(text, source, limits), source, text, "json")
        except NotJson as error:
            if named:
                raise
            not_json = error.problems[-1]
    try:
        return Document(read_yaml(text, source, limits), source, text, "yaml")
    except InvalidDocument as error:
        if not_json is None:
            raise
        both = [_read_as("JSON", not_json), *(_read_as("YAML", problem) for problem in error.problems)]
        raise InvalidDocument(both) from None


def _read_as(language: str, problem: Problem) -> Problem:
    return replace(problem, message=f"as {language}: {problem.message}")


def read_file(path: str | os.PathLike[str], *, limits: DocumentLimits = _LIMITS) -> Document:
    """Read one YAML or JSON file; problems call it by its path as given.

    Raises:
        InvalidDocument: as `read_document`.
        OSError: it cannot be opened or read, or is no regular file.
    """
    return read_document(file_content(path, limits.bytes), source=os.fspath(path), limits=limits)


def file_content(path: str | os.PathLike[str], most: int) -> bytes:
    """Give the bytes of a regular file: all of them, or `most` and one more of a larger one.

    Raises:
        OSError: it cannot be opened or read, or is no regular file.
    """
    # A fifo would wait for a writer.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
            raise OSError(number, "not a regular file", os.fspath(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(most + 1)
    finally:
        os.close(descriptor)


def taken(
    text: str | bytes | Mapping[str, Any], *, source: str, limits: DocumentLimits = _LIMITS
) -> Document:
    """Read a text, or take data from code.

    Raises:
        InvalidDocument: as `read_document` and `from_data`.
    """
    # `isinstance` would ask the data for its class.
    if issubclass(type(text), str | bytes):
        return read_document(text, source=source, limits=limits)  # type: ignore[arg-type]
    return from_data(text, source=source, limits=limits)  # type: ignore[arg-type]


def from_data(
    data: Mapping[str, Any], *, source: str = "<data>", limits: DocumentLimits = _LIMITS
) -> Document:
    """Take data from code as if it had been read: the same rules, and a copy that shares nothing.

    Raises:
        InvalidDocument: `.problems` holds every mistake by its JSON Pointer, such as a key that is not a
            string, a number that is not finite, a value that JSON does not have (a date, a tuple), or one
            that raises when it is read.
    """
    return Document(copied(data, source, limits), source)
