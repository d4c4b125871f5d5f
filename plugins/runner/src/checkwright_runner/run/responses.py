"""Read a response file: JSON lines, one reply a line, a bad one never in the way of the next."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from checkwright.wording import named_json, shown

from .chunks import LINE_BYTES, Chunk, ChunkContent, Source, chunks, lines
from .not_finite import is_finite, put_nulls
from .strict_json import BadRow, NotFinite, parse_json

__all__ = ["Row", "is_blank", "read_responses", "rows"]

_BOM = b"\xef\xbb\xbf"


class Row(NamedTuple):
    """One row of a response file.

    line: its number, from 1; None for a row that stands in no file.
    question: the id of the question as text, from the field question_id, or id where that is absent; None
        when the row names none or cannot be read.
    response, tool_calls: what is to be graded; None when there is none.
    other: all further fields, to be carried along.
    problem: why the row cannot be graded, one line; None when it can.
    nulled: the first of the further fields in which a number that JSON has not (NaN, Infinity) became null;
        None without such a number.
    """

    line: int | None
    question: str | None = None
    response: str | None = None
    tool_calls: list[Any] | None = None
    other: dict[str, Any] = {}  # noqa: RUF012 - never written to
    problem: str | None = None
    nulled: str | None = None


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
            yield _row(place, parse_json(line))
        except NotFinite as error:
            yield _row_not_finite(place, line, str(error))
        except BadRow as error:
            yield Row(place, problem=str(error))


def _row_not_finite(number: int | None, line: bytes, why: str) -> Row:
    """Read a row with a number that JSON has not: null where it is carried, a bad row where it is graded.

    why: what is said of a line that is no row at all.
    """
    try:
        fields = parse_json(line, finite=False)
    except BadRow as error:
        return Row(number, problem=str(error))
    if type(fields) is not dict:
        return Row(number, problem=why)
    graded = (_name_of_id(fields), "response", "tool_calls")
    wrong = next((name for name in graded if not is_finite(fields.get(name))), None)
    if wrong is None:
        nulled = put_nulls(fields)
        return _row(number, fields)._replace(nulled=nulled)
    put_nulls(fields)
    row = _row(number, fields)
    problem = f"{wrong} holds a number that is NaN, infinite or too large; null stands for none"
    return Row(number, row.question, other=row.other, problem=problem)


def _name_of_id(fields: dict[str, Any]) -> str:
    """Return the name of the field that names the question: `id`, unless there is the other one."""
    return "question_id" if "question_id" in fields or "id" not in fields else "id"


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
    named = _name_of_id(fields)
    question = fields.pop(named, None)
    response = fields.pop("response", Row)
    tool_calls = fields.pop("tool_calls", None)
    problem = None
    if type(question) is int or type(question) is float:
        question = json.dumps(question)
    elif question is not None and type(question) is not str:
        problem = f"{named} must be a text or a number, not {named_json(question)}"
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
