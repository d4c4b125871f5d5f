"""Read a response file: JSON lines, one reply a line, a bad one never in the way of the next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from checkwright.wording import named_json, shown

from .chunks import LINE_BYTES, Chunk, ChunkContent, Source, chunks, lines
from .strict_json import BadRow, parse_json

__all__ = ["Row", "is_blank", "read_responses", "rows"]

_BOM = b"\xef\xbb\xbf"


class Row(NamedTuple):
    """One row of a response file.

    line: its number, from 1; None for a row that stands in no file.
    question: the id of the question as text; None when the row names none or cannot be read.
    response, tool_calls: what is to be graded; None when there is none.
    other: all further fields, to be carried along.
    problem: why the row cannot be graded, one line; None when it can.
    """

    line: int | None
    question: str | None = None
    response: str | None = None
    tool_calls: list[Any] | None = None
    other: dict[str, Any] = {}  # noqa: RUF012 - never written to
    problem: str | None = None


def read_responses(stream: Source, *, line_bytes: int = LINE_BYTES) -> Iterator[Row]:
    """Yield every row of a response file, in order and one at a time; a bad row is yielded with its problem.

    Blank lines and a byte order mark are skipped, but counted as lines. Of a line over `line_bytes` no
    more than that is ever kept in memory.
    """
    for chunk in chunks(stream, line_bytes=line_bytes):
        yield from rows(chunk, line_bytes=line_bytes)


def rows(chunk: Chunk, *, line_bytes: int = LINE_BYTES) -> Iterator[Row]:
    """Yield the rows of a chunk; those of unanswered questions have no line."""
    for number, data, content, _ in lines(chunk):
        place = None if content is ChunkContent.UNANSWERED else number
        if content is ChunkContent.TOO_LONG or len(data) > line_bytes + data.endswith(b"\n"):
            yield Row(place, problem=f"the line is longer than {line_bytes:,} bytes")
            continue
        line = data.removeprefix(_BOM)
        if _says_nothing(line):
            continue
        try:
            fields = parse_json(line)
        except BadRow as error:
            yield Row(place, problem=str(error))
            continue
        yield _row(place, fields)


def is_blank(line: Chunk) -> bool:
    """Tell whether a line is passed over: it holds nothing but white space and a byte order mark."""
    return line.content is not ChunkContent.TOO_LONG and _says_nothing(line.data.removeprefix(_BOM))


def _says_nothing(line: bytes) -> bool:
    return not line or line.isspace()


def _row(number: int | None, fields: Any) -> Row:
    """Sort the fields of one row, and say the first thing that is wrong with them."""
    if type(fields) is not dict:
        return Row(
            number, problem=f"a row is an object with question_id and response, not {named_json(fields)}"
        )
    question = fields.pop("question_id", None)
    response = fields.pop("response", Row)
    tool_calls = fields.pop("tool_calls", None)
    problem = None
    if type(question) is int or type(question) is float:
        question = json.dumps(question)
    elif question is not None and type(question) is not str:
        problem = f"question_id must be a text or a number, not {named_json(question)}"
        question = None
    if response is Row:
        problem = problem or f"the field response is missing{_instead(fields)}"
    elif response is not None and type(response) is not str:
        problem = problem or f"response must be a text or null, not {named_json(response)}"
    elif tool_calls is not None and type(tool_calls) is not list:
        problem = problem or f"tool_calls must be a list or null, not {named_json(tool_calls)}"
    if problem is not None:
        return Row(number, question, other=fields, problem=problem)
    return Row(number, question, response, tool_calls, fields)


def _instead(fields: dict[str, Any]) -> str:
    return f"; found {', '.join(shown(name, 40) for name in list(fields)[:5])}" if fields else ""
