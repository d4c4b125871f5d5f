"""Read JSON Lines: one JSON document a line, each with its place in the whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from ..contract.errors import InvalidDocument
from .document import Document
from .json_reader import read_json
from .limits import DocumentLimits

__all__ = ["are_json_lines", "json_lines", "named_json_lines"]

_BOM = "\ufeff"
_SPACE = " \t\r\n"


def named_json_lines(source: str) -> bool:
    """Tell whether a file name says that the file holds JSON Lines."""
    return source.lower().endswith((".jsonl", ".ndjson"))


def are_json_lines(text: str) -> bool:
    """Tell whether the first line of a text is an object by itself, and not all of a document.

    An object alone is all of one when it has `questions`.
    """
    first, _, rest = text.lstrip(_SPACE + _BOM).partition("\n")
    if not first.startswith("{"):
        return False
    try:
        value = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return rest.lstrip(_SPACE).startswith("{") or "questions" not in value


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
