"""The formats in which systems record tool calls: tell calls, messages and other rows apart.

A call has a name and arguments, in the row or in an object within:

    OpenAI chat completions    {"type": "function", "function": {"name", "arguments": "{...}"}}
    OpenAI responses           {"type": "function_call", "name", "arguments": "{...}"}
    Anthropic                  {"type": "tool_use", "name", "input": {...}}
    Gemini                     {"functionCall": {"name", "args": {...}}}
    Bedrock                    {"toolUse": {"name", "input": {...}}}
    MCP                        {"method": "tools/call", "params": {"name", "arguments": {...}}}
    LangChain                  {"type": "tool_call", "name", "args": {...}}
    Vercel                     {"type": "tool-call", "toolName", "input": {...}}
    inspect                    {"type": "function", "function": "name", "arguments": {...}}

The response of a model API is read as a message is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .api_responses import MESSAGE_TYPES, messages_in_response

__all__ = ["TEXTS", "call_in", "contents_of", "holds_no_call", "id_of"]

#: Fields whose object may hold the name and the arguments of a call.
_WITHIN = ("function", "functionCall", "function_call", "toolUse", "toolInvocation", "custom", "params")
#: Fields that hold a name; `function` too, when it is a text.
_NAME = ("name", "toolName")
_ARGUMENTS = ("arguments", "args", "input", "parameters")
_ID = ("call_id", "toolCallId", "toolUseId", "id")
#: Fields of a message that hold its calls.
_HOLDERS = (
    "tool_calls",
    "toolCalls",
    "toolInvocations",
    "function_calls",
    "functionCalls",
    "output",
    "content",
    "parts",
    "message",
)
#: Those of them that may hold plain text.
TEXTS = frozenset({"output", "content", "parts"})

#: Words in the `type` of a row that is the result of a call, or asks for its approval.
_RESULTS = frozenset({"result", "output", "error", "response", "approval"})
#: Keys of such a row.
_RESULT_KEYS = ("functionResponse", "function_response", "toolResult")
#: Words in the `type` of a part of a message that is no call.
_OTHER_PARTS = frozenset(
    {"text", "thinking", "reasoning", "refusal", "image", "document", "file", "audio", "video"}
)
#: A word in the `type` of every call, whatever is called: image_generation_call.
_CALL = "call"
#: Whole types of parts that are no calls: markers and extra data of Vercel and inspect, files for the tools
#: of Anthropic, and lists of tools.
_OTHER_TYPE = re.compile(r"step-start|source-(?:url|document)|data(?:-.+)?|container_upload|mcp_list_tools")
#: Keys of parts that are no calls, in systems whose parts have no `type`.
_OTHER_KEYS = (
    "text",
    "reasoningContent",
    "citationsContent",
    "guardContent",
    "searchResult",
    "image",
    "document",
    "audio",
    "video",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
    "cachePoint",
)
#: Roles of messages that are the result of a call.
_RESULT_ROLES = frozenset({"tool", "function"})
_WORD = re.compile("[A-Z]?[a-z]+")
#: How the type of a call begins in a Vercel message for a user interface, followed by the tool's name.
_UI_PART = "tool-"


def call_in(row: Any) -> tuple[str, Any] | None:
    """Return the name and the arguments of a call, or None when the row is no call.

    The arguments are None where the call has none.
    """
    if not isinstance(row, Mapping) or _is_message(row) or _is_result(row):
        return None
    if "jsonrpc" in row and row.get("method") != "tools/call":
        return None
    places = [row, *(row[key] for key in _WITHIN if isinstance(row.get(key), Mapping))]
    for place in places:
        name = _name(place)
        if name is not None:
            return name, next((place[key] for key in _ARGUMENTS if place.get(key) is not None), None)
    return None


def id_of(row: Mapping[str, Any]) -> str | None:
    """Return the id of a call, or None."""
    for place in (row, *(row[key] for key in _WITHIN if isinstance(row.get(key), Mapping))):
        for key in _ID:
            if isinstance(place.get(key), str):
                ident: str = place[key]
                return ident
    return None


def holds_no_call(row: Any, *, inside: bool) -> bool:
    """Return whether a row that is no call holds none either: text, thinking, media, the result of a call.

    inside: whether the row stands in one of TEXTS, where plain text is no mistake.
    """
    if not isinstance(row, Mapping):
        return inside and (row is None or isinstance(row, str))
    if _is_result(row) or ("jsonrpc" in row and row.get("method") != "tools/call"):
        return True
    if _has(row, ("tool_calls", "parts")):
        return False
    words = _words(row)
    if _CALL in words or _may_hold_calls(row):
        return False
    if words:
        return (
            not _OTHER_PARTS.isdisjoint(words)
            or _OTHER_TYPE.fullmatch(row["type"]) is not None
            or ("message" in words and contents_of(row) is None)
        )
    return _has(row, _OTHER_KEYS) and contents_of(row) is None


def contents_of(row: Any) -> list[tuple[str, Sequence[Any]]] | None:
    """Return the lists in a message or an API response, each with its name; None when the row is neither."""
    if not isinstance(row, Mapping):
        return None
    answer = messages_in_response(row)
    if answer is not None:
        return [answer]
    found: list[tuple[str, Sequence[Any]]] = []
    if "role" in row:
        found += [(key, [{key: row[key]}]) for key in ("function_call",) if isinstance(row.get(key), Mapping)]
    for key in _HOLDERS:
        held = row.get(key)
        if isinstance(held, list | tuple):
            found.append((key, held))
        elif isinstance(held, Mapping):
            found.append((key, [held]))
        elif key in row and (key in TEXTS or key == "tool_calls"):
            found.append((key, ()))
    if not found and row.keys() == {"role"}:
        return [("parts", ())]
    return found or None


def _may_hold_calls(row: Mapping[str, Any]) -> bool:
    """Return whether the row has a field with "call" in its name that is not empty."""
    return any(
        isinstance(value, Mapping | list | tuple) and value and isinstance(key, str) and _CALL in key.lower()
        for key, value in row.items()
    )


def _is_message(row: Mapping[str, Any]) -> bool:
    """Return whether a row is a message; its `name` may be that of its author."""
    if any(key in row for key in _ARGUMENTS):
        return False
    return isinstance(row.get("role"), str) or "tool_calls" in row or _is_one_of(row, "type", MESSAGE_TYPES)


def _is_result(row: Mapping[str, Any]) -> bool:
    """Return whether a row is the result of a call; it may repeat the name of the tool."""
    if _is_one_of(row, "role", _RESULT_ROLES) or _has(row, _RESULT_KEYS):
        return True
    if "content" in row and (row.get("tool_call_id") or _is_langchain_result(row)):
        return True
    return not _RESULTS.isdisjoint(_words(row)) and _tool_of_ui_part(row) is None


def _is_langchain_result(row: Mapping[str, Any]) -> bool:
    return row.get("type") == "function" and not any(key in row for key in (*_ARGUMENTS, "function"))


def _has(row: Mapping[str, Any], keys: Iterable[str]) -> bool:
    """Return whether one of the keys has a value other than null, which systems write for unused fields."""
    return any(row.get(key) is not None for key in keys)


def _is_one_of(row: Mapping[str, Any], key: str, words: frozenset[str]) -> bool:
    said = row.get(key)
    return isinstance(said, str) and said in words


def _name(place: Mapping[str, Any]) -> str | None:
    for key in (*_NAME, "function"):
        name = place.get(key)
        if isinstance(name, str) and name:
            return name
    return _tool_of_ui_part(place)


def _tool_of_ui_part(row: Mapping[str, Any]) -> str | None:
    kind = row.get("type")
    if isinstance(kind, str) and kind.startswith(_UI_PART) and "toolCallId" in row and "state" in row:
        return kind.removeprefix(_UI_PART) or None
    return None


def _words(row: Mapping[str, Any]) -> frozenset[str]:
    kind = row.get("type")
    return (
        frozenset(word.lower() for word in _WORD.findall(kind[:100]))
        if isinstance(kind, str)
        else frozenset()
    )
