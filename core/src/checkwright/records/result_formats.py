"""The formats in which systems record what tools answered: tell results from other rows.

A result has an id or a name of the call, and what the tool answered:

    OpenAI chat completions    {"role": "tool", "tool_call_id", "content": "..."}
    OpenAI responses           {"type": "function_call_output", "call_id", "output": "..."}
    Anthropic                  {"type": "tool_result", "tool_use_id", "content", "is_error"}
    Gemini                     {"functionResponse": {"id", "name", "response": {...}}}
    Bedrock                    {"toolResult": {"toolUseId", "content": [...], "status"}}
    MCP                        {"jsonrpc", "id", "result": {"content": [...], "isError"}}
    LangChain                  {"type": "tool", "name", "tool_call_id", "content", "status"}
    Vercel                     {"type": "tool-result", "toolCallId", "toolName", "output": {...}}
    inspect                    {"role": "tool", "tool_call_id", "function", "content", "error"}

Some write the result into the call: hosted tools of OpenAI, the messages of Vercel for a user interface.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .api_responses import langchain_result
from .fields import first_of, has, is_one_of, type_words
from .record_formats import (
    RESULT_LISTS,
    RESULT_ROLES,
    RecordedCall,
    id_of,
    is_result,
    places_of,
    rpc_id,
)
from .result_values import read_parts, read_value

__all__ = ["RecordedResult", "results_in", "rpc_result"]

#: Fields that hold the id of the call, and the name of the tool.
_IDS = ("tool_call_id", "tool_use_id", "call_id", "toolCallId", "toolUseId")
_NAMES = ("name", "tool_name", "toolName", "function")
#: Fields that hold what a tool answered, and why it did not.
_VALUES = ("output", "result", "content")
_ERRORS = ("error", "errorText")
#: Words in the `type` of a result; without an id of the call one of the second kind stands beside them.
_TYPES = frozenset({"result", "output", "error"})
_OF_CALLS = frozenset({"call", "tool"})
#: What a `status` or a `state` says of a call that failed.
_FAILED = frozenset({"error", "failed", "output-error"})
_GEMINI = ("functionResponse", "function_response")


class RecordedResult(NamedTuple):
    """A result as a row writes it; id and name are None where the row does not say them."""

    id: str | None
    name: str | None
    value: Any
    text: str
    is_error: bool


def results_in(row: Any, call: RecordedCall | None, holder: str) -> list[RecordedResult]:
    """Return the results in a row, most often one or none.

    call: the call that the row is, or None.
    holder: the name of the list in which the row stands.
    """
    if not isinstance(row, Mapping):
        return []
    if call is not None:
        found = _beside_call(row, call)
    else:
        inner = _inner(row)
        if inner:
            return inner
        found = _result_in(row)
        if found is None and holder in RESULT_LISTS and has(row, _VALUES):
            found = _read(row)
    return [] if found is None else [found]


def rpc_result(row: Mapping[str, Any], *, of_call: bool | None) -> RecordedResult | None:
    """Return the result in a row of JSON-RPC; None when the row is none, or answers no call.

    of_call: whether the request of its id is a call of a tool; None when the record has no such request.
    """
    if "method" in row or of_call is False:
        return None
    ident, result = rpc_id(row), row.get("result")
    if not isinstance(result, Mapping):
        if of_call and row.get("error") is not None:
            return RecordedResult(ident, None, *read_value(row["error"]), True)
        return None
    if not of_call and not isinstance(result.get("content"), list | tuple):
        return None
    value, text = read_parts(result.get("content"))
    structured = result.get("structuredContent")
    if structured is not None:
        value, text = structured, text or read_value(structured)[1]
    return RecordedResult(ident, None, value, text, result.get("isError") is True)


def _inner(row: Mapping[str, Any]) -> list[RecordedResult]:
    """Return the results in the list of a message with the role of results."""
    if not is_one_of(row, "role", RESULT_ROLES):
        return []
    lists = (row.get(key) for key in ("content", "parts"))
    parts = [part for held in lists if isinstance(held, list | tuple) for part in held]
    found = [_result_in(part) for part in parts if isinstance(part, Mapping) and "role" not in part]
    return [one for one in found if one is not None]


def _result_in(row: Mapping[str, Any]) -> RecordedResult | None:
    """Return the result that a row is; None when it is none."""
    held = langchain_result(row)
    if held is not None:
        return _read(held)
    held = first_of(row, _GEMINI)
    if isinstance(held, Mapping):
        response = held.get("response")
        failed = isinstance(response, Mapping) and has(response, ("error",))
        return RecordedResult(_text(held, ("id",)), _text(held, _NAMES), *read_value(response), failed)
    held = row.get("toolResult")
    if isinstance(held, Mapping):
        return _read(held)
    words = type_words(row)
    if words.isdisjoint(_TYPES):
        is_one = "content" in row and is_result(row)
    else:
        is_one = (has(row, _IDS) or not words.isdisjoint(_OF_CALLS)) and any(
            key in row for key in (*_VALUES, *_ERRORS)
        )
    return _read(row) if is_one else None


def _beside_call(row: Mapping[str, Any], call: RecordedCall) -> RecordedResult | None:
    """Return the result that stands beside the arguments of a call; None when there is none."""
    for place in places_of(row):
        if has(place, ("output", "result")) or any(place.get(key) for key in _ERRORS):
            value, text = _value(place, ("output", "result"))
            return RecordedResult(id_of(row) or None, call.name, value, text, _has_failed(place))
    return None


def _read(row: Mapping[str, Any]) -> RecordedResult:
    return RecordedResult(_text(row, _IDS), _text(row, _NAMES), *_value(row, _VALUES), _has_failed(row))


def _value(row: Mapping[str, Any], keys: tuple[str, ...]) -> tuple[Any, str]:
    """Return what a tool answered and its text; where that is nothing, why it did not answer."""
    key = next((key for key in keys if row.get(key) is not None), None)
    value, text = (None, "") if key is None else (read_parts if key == "content" else read_value)(row[key])
    if value is None or value == "":
        error = next((row[key] for key in _ERRORS if row.get(key)), None)
        return (value, text) if error is None else read_value(error)
    return value, text


def _has_failed(row: Mapping[str, Any]) -> bool:
    return (
        any(row.get(key) is True for key in ("is_error", "isError"))
        or any(bool(row.get(key)) for key in _ERRORS)
        or any(is_one_of(row, key, _FAILED) for key in ("status", "state"))
        or "error" in type_words(row)
        or any("error" in type_words(row[key]) for key in _VALUES if isinstance(row.get(key), Mapping))
    )


def _text(row: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    """Return the first of some fields that is a text, and not empty; None when there is none."""
    return next((row[key] for key in keys if isinstance(row.get(key), str) and row[key]), None)
