"""Read a response file: JSON lines, one reply a line, a bad one never in the way of the next."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from ..wording import one_line, shown
from .chunks import LINE_BYTES, Chunk, Meaning, Source, chunks, lines

__all__ = ["DEPTH", "BadRow", "Row", "json_words", "parse_json", "read_responses", "rows"]

#: Deepest nesting of lists and objects in a row. Python's own reader gives up at 1,000 or less.
DEPTH = 500

_BOM = b"\xef\xbb\xbf"
_Pairs: TypeAlias = list[tuple[str, Any]]


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


class BadRow(ValueError):  # noqa: N818 - says what was read
    """A text is not what it should be; the message says why in one line."""


def read_responses(stream: Source, *, line_bytes: int = LINE_BYTES) -> Iterator[Row]:
    """Yield every row of a response file, in order and one at a time; a bad row is yielded with its problem.

    Blank lines and a byte order mark are skipped, but counted as lines. Of a line over `line_bytes` no
    more than that is ever held.
    """
    for chunk in chunks(stream, line_bytes=line_bytes):
        yield from rows(chunk, line_bytes=line_bytes)


def rows(chunk: Chunk, *, line_bytes: int = LINE_BYTES) -> Iterator[Row]:
    """Yield the rows of a chunk; those of unanswered questions have no line."""
    for number, data, meaning, _ in lines(chunk):
        place = None if meaning is Meaning.UNANSWERED else number
        if meaning is Meaning.TOO_LONG or len(data) > line_bytes + data.endswith(b"\n"):
            yield Row(place, problem=f"the line is longer than {line_bytes:,} bytes")
            continue
        line = data.removeprefix(_BOM)
        if not line or line.isspace():
            continue
        try:
            fields = parse_json(line)
        except BadRow as error:
            yield Row(place, problem=str(error))
            continue
        yield _row(place, fields)


def _row(number: int | None, fields: Any) -> Row:
    """Sort the fields of one row, and say the first thing that is wrong with them."""
    if type(fields) is not dict:
        return Row(
            number, problem=f"a row is an object with question_id and response, not {json_words(fields)}"
        )
    question = fields.pop("question_id", None)
    response = fields.pop("response", Row)
    tool_calls = fields.pop("tool_calls", None)
    problem = None
    if type(question) is int or type(question) is float:
        question = json.dumps(question)
    elif question is not None and type(question) is not str:
        problem = f"question_id must be a text or a number, not {json_words(question)}"
        question = None
    if response is Row:
        problem = problem or f"the field response is missing{_instead(fields)}"
    elif response is not None and type(response) is not str:
        problem = problem or f"response must be a text or null, not {json_words(response)}"
    elif tool_calls is not None and type(tool_calls) is not list:
        problem = problem or f"tool_calls must be a list or null, not {json_words(tool_calls)}"
    if problem is not None:
        return Row(number, question, other=fields, problem=problem)
    return Row(number, question, response, tool_calls, fields)


def json_words(value: Any) -> str:
    """Name a JSON value that stands where something else should, in the words of JSON."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return shown(value)
    return json.dumps(value)[:100]


def _instead(fields: dict[str, Any]) -> str:
    return f"; found {', '.join(shown(name, 40) for name in list(fields)[:5])}" if fields else ""


def parse_json(data: bytes) -> Any:
    """Read UTF-8 JSON strictly: no NaN, no infinite number, no key twice, nesting at most DEPTH.

    Raises:
        BadRow: it is something else.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRow(f"not UTF-8: byte 0x{data[error.start]:02x} at byte {error.start + 1}") from None
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadRow(one_line(f"not JSON: {error.msg} (character {error.pos + 1})")) from None
    except RecursionError:
        raise BadRow(_TOO_DEEP) from None
    except BadRow:
        raise
    except ValueError:
        raise BadRow("a whole number has too many digits") from None
    if data.count(b"[") + data.count(b"{") > DEPTH and _is_deep(value):
        raise BadRow(_TOO_DEEP)
    return value


_TOO_DEEP = f"nested deeper than {DEPTH} levels"


def _is_deep(value: Any) -> bool:
    """Tell whether a value is nested deeper than DEPTH, level by level and without recursion."""
    level = [value]
    for _ in range(DEPTH + 1):
        level = [part for part in level if isinstance(part, dict | list)]
        if not level:
            return False
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]
    return True


def _constant(name: str) -> Any:
    raise BadRow(f"not JSON: {name} is no number")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise BadRow(f"the number {shown(text, 40)} is too large")
    return value


def _object(pairs: _Pairs) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise BadRow(f"the key {shown(twice)} stands twice")
    return fields


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)
