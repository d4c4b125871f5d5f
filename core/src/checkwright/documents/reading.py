"""Read YAML or JSON text, a file, or data from code as a Document."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeGuard

from ..contract.errors import InvalidDocument
from ..contract.problem import Problem
from .document import Document
from .encoding import characters
from .json_reader import NotJson, read_json
from .limits import DocumentLimits
from .places import Place, PlaceRecorder
from .plain_data import copied
from .yaml_reader import read_yaml

__all__ = [
    "Readable",
    "as_document",
    "document_bytes",
    "from_data",
    "is_text",
    "read_document",
    "read_file",
]

#: What a document is read from: YAML or JSON text, data as these would yield it, or what was read already.
Readable: TypeAlias = str | bytes | Mapping[str, Any] | Document

_LIMITS = DocumentLimits()


def read_document(
    text: str | bytes, *, source: str = "<text>", limits: DocumentLimits = _LIMITS, places: bool = False
) -> Document:
    """Read one YAML or JSON document.

    A source named `*.json` is JSON. Another text that starts with { or [ is tried as JSON first, and as
    YAML when the grammar of JSON does not fit. A BOM is skipped. Bytes are UTF-8.

    places: whether the place of every value is noted in the same pass, which takes longer; otherwise the
        text is read once more for the first place that is asked for.

    Raises:
        InvalidDocument: `.problems` holds every mistake, located; an error of syntax ends the reading.
    """
    text = characters(text, source, limits.bytes)
    named = source.lower().endswith(".json")
    not_json: Problem | None = None
    if named or text.lstrip(" \t\r\n").startswith(("{", "[")):
        recorder = PlaceRecorder() if places else None
        try:
            data = read_json(text, source, limits, recorder)
            return Document(data, source, text, "json", _root=_root(recorder))
        except NotJson as error:
            if named:
                raise
            not_json = error.problems[-1]
    recorder = PlaceRecorder() if places else None
    try:
        data = read_yaml(text, source, limits, places=recorder)
        return Document(data, source, text, "yaml", _root=_root(recorder))
    except InvalidDocument as error:
        if not_json is None:
            raise
        both = [_read_as("JSON", not_json), *(_read_as("YAML", problem) for problem in error.problems)]
        raise InvalidDocument(both) from None


def _root(recorder: PlaceRecorder | None) -> Place | None:
    return None if recorder is None else recorder.root


def _read_as(language: str, problem: Problem) -> Problem:
    return replace(problem, message=f"as {language}: {problem.message}")


def read_file(
    path: str | os.PathLike[str], *, limits: DocumentLimits = _LIMITS, places: bool = False
) -> Document:
    """Read one YAML or JSON file; problems call it by its path as given.

    Raises:
        InvalidDocument: as `read_document`.
        OSError: it cannot be opened or read, or is no regular file.
    """
    content = document_bytes(path, limits=limits)
    return read_document(content, source=os.fspath(path), limits=limits, places=places)


def document_bytes(path: str | os.PathLike[str], *, limits: DocumentLimits = _LIMITS) -> bytes:
    """Return the bytes of a file to read as a document; never wait for a writer of it.

    limits: of a larger file no more than one byte past them is read, so that reading it as a document with
        these limits says so.

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
            return file.read(limits.bytes + 1)
    finally:
        os.close(descriptor)


def as_document(
    text: Readable, *, source: str, limits: DocumentLimits = _LIMITS, places: bool = False
) -> Document:
    """Return the document of a text or of data from code; one that was read already as it is.

    places: as for `read_document`.

    Raises:
        InvalidDocument: as `read_document` and `from_data`.
    """
    if type(text) is Document:
        return text
    if is_text(text):
        return read_document(text, source=source, limits=limits, places=places)
    return from_data(text, source=source, limits=limits)  # type: ignore[arg-type]


def is_text(value: object) -> TypeGuard[str | bytes]:
    """Tell whether a value is text or bytes, without asking it for its class."""
    return issubclass(type(value), str | bytes)


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
