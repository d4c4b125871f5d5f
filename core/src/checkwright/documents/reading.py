"""Read YAML or JSON text, a file, or data from code as a Document."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..contract.errors import InvalidDocument
from ..contract.problem import Problem
from .document import Document
from .encoding import characters
from .json_reader import NotJson, read_json
from .limits import DocumentLimits
from .plain_data import copied
from .yaml_reader import read_yaml

__all__ = ["file_content", "from_data", "read_document", "read_file", "taken"]


_LIMITS = DocumentLimits()


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
    """Return the bytes of a regular file: all of them, or `most` and one more of a larger one.

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
