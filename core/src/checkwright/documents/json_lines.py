"""Read JSON Lines: one JSON document a line, each with its place in the whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..contract.errors import InvalidDocument
from .document import Document
from .json_reader import read_json
from .limits import DocumentLimits

__all__ = ["are_json_lines", "are_several_json_lines", "is_one_line", "json_lines", "named_json_lines"]

_BOM = "\ufeff"
_SPACE = " \t\r\n"


def named_json_lines(source: str) -> bool:
    """Tell whether a file name says that the file holds JSON Lines."""
    return source.lower().endswith((".jsonl", ".ndjson"))


def are_json_lines(text: str) -> bool:
    """Tell whether the first line of a text is an object by itself, and not all of a document.

    An object alone is all of one when it has `questions`.
    """
    first, rest = _first_line(text)
    value = _object(first)
    return value is not None and (rest.startswith("{") or "questions" not in value)


def are_several_json_lines(text: str) -> bool:
    """Tell whether the first line of a text is an object by itself, and another object follows it."""
    first, rest = _first_line(text)
    return rest.startswith("{") and _object(first) is not None


def is_one_line(text: str) -> bool:
    """Tell whether a text is one line that begins as an object does, blank lines around it left aside."""
    first, rest = _first_line(text)
    return first.startswith("{") and not rest


def _first_line(text: str) -> tuple[str, str]:
    """Return the first line that is not blank, and what follows the white space after it."""
    first, _, rest = text.lstrip(_SPACE + _BOM).partition("\n")
    return first, rest.lstrip(_SPACE)


def _object(line: str) -> dict[str, Any] | None:
    """Return a line as a JSON object, None when it is none."""
    if not line.startswith("{"):
        return None
    try:
        value: dict[str, Any] = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value


def json_lines(text: str, source: str, limits: DocumentLimits) -> Iterator[Document | InvalidDocument]:
    """Yield the document of each line, or what is wrong with it, located in the whole text.

    Blank lines and byte order marks at the start of one are skipped, but counted as lines.

    limits: of each line.
    """
    for number, line in enumerate(text.split("\n")):
        line = line.removeprefix(_BOM)
        if not line.strip(_SPACE):
            continue
        try:
            yield Document(read_json(line, source, limits), source, line, "json", number)
        except InvalidDocument as error:
            yield InvalidDocument(
                [replace(problem, line=number + (problem.line or 1)) for problem in error.problems]
            )
