"""The shapes in which systems record tool calls: which row is a call, a message, or neither.

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

A whole answer of a system, as its interface gives it back, is opened as a message is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .answers import PEOPLE, held_in_answer

__all__ = ["TEXTS", "call_in", "id_of", "is_aside", "opened"]

#: Where the name and the arguments may stand together.
_WITHIN = ("function", "functionCall", "function_call", "toolUse", "toolInvocation", "custom", "params")
#: What bears a name; `function` too, when it is a text.
_NAME = ("name", "toolName")
_ARGUMENTS = ("arguments", "args", "input", "parameters")
_ID = ("call_id", "toolCallId", "toolUseId", "id")
#: What a message holds its calls in.
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
#: Those of them in which a bare text may stand.
TEXTS = frozenset({"output", "content", "parts"})

#: Words of a `type` that say that the row is what came back of a call, or asks whether it may be made.
_ANSWERS = frozenset({"result", "output", "error", "response", "approval"})
#: Keys of the same meaning.
_ANSWER_KEYS = ("functionResponse", "function_response", "toolResult")
#: Words of a `type` that say that the row is something that a message holds beside calls.
_ASIDE = frozenset(
    {"text", "thinking", "reasoning", "refusal", "image", "document", "file", "audio", "video"}
)
#: A word that says that the row is a call, whatever it is of: image_generation_call.
_CALL = "call"
#: Whole types of the same meaning: marks and additions of Vercel and inspect, files for the tools of
#: Anthropic, and what tools there are.
_ASIDE_TYPE = re.compile(r"step-start|source-(?:url|document)|data(?:-.+)?|container_upload|mcp_list_tools")
#: Keys of the same meaning, in systems whose parts have no `type`.
_ASIDE_KEYS = (
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
_ROLES_OF_ANSWERS = frozenset({"tool", "function"})
_WORD = re.compile("[A-Z]?[a-z]+")
#: A part of a Vercel message to a page bears the name of the tool in its type.
_PAGE_PART = "tool-"


def call_in(row: Any) -> tuple[str, Any] | None:
    """Return the name and the arguments of a row that is a call; None arguments when it has none.

    None: the row is no call.
    """
    if not isinstance(row, Mapping) or _is_message(row) or _is_answer(row):
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
    """Return the id that a call has; None when it has none."""
    for place in (row, *(row[key] for key in _WITHIN if isinstance(row.get(key), Mapping))):
        for key in _ID:
            if isinstance(place.get(key), str):
                ident: str = place[key]
                return ident
    return None


def is_aside(row: Any, *, inside: bool) -> bool:
    """Return whether a row that is no call holds none either: text, thinking, media, what came back of a call.

    inside: the row stands in one of TEXTS, where a bare text is nothing strange.
    """
    if not isinstance(row, Mapping):
        return inside and (row is None or isinstance(row, str))
    if _is_answer(row) or ("jsonrpc" in row and row.get("method") != "tools/call"):
        return True
    if _has(row, ("tool_calls", "parts")):
        return False
    words = _words(row)
    if _CALL in words or _may_hold_calls(row):
        return False
    if words:
        return (
            not _ASIDE.isdisjoint(words)
            or _ASIDE_TYPE.fullmatch(row["type"]) is not None
            or ("message" in words and opened(row) is None)
        )
    return _has(row, _ASIDE_KEYS) and opened(row) is None


def opened(row: Any) -> list[tuple[str, Sequence[Any]]] | None:
    """Return what a message or a whole answer holds, each list by name; None when the row is neither."""
    if not isinstance(row, Mapping):
        return None
    answer = held_in_answer(row)
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
    """Return whether a key of the row speaks of calls and holds something."""
    return any(
        isinstance(value, Mapping | list | tuple) and value and isinstance(key, str) and _CALL in key.lower()
        for key, value in row.items()
    )


def _is_message(row: Mapping[str, Any]) -> bool:
    """Return whether a row is a message, which may bear the name of its author."""
    if any(key in row for key in _ARGUMENTS):
        return False
    return isinstance(row.get("role"), str) or "tool_calls" in row or _says(row, "type", PEOPLE)


def _is_answer(row: Mapping[str, Any]) -> bool:
    """Return whether a row is what came back of a call; it may repeat the name of the tool."""
    if _says(row, "role", _ROLES_OF_ANSWERS) or _has(row, _ANSWER_KEYS):
        return True
    if "content" in row and (row.get("tool_call_id") or _is_answer_of_langchain(row)):
        return True
    return not _ANSWERS.isdisjoint(_words(row)) and _page_part(row) is None


def _is_answer_of_langchain(row: Mapping[str, Any]) -> bool:
    return row.get("type") == "function" and not any(key in row for key in (*_ARGUMENTS, "function"))


def _has(row: Mapping[str, Any], keys: Iterable[str]) -> bool:
    """Return whether one of the keys has a value: many systems write those that they do not use as null."""
    return any(row.get(key) is not None for key in keys)


def _says(row: Mapping[str, Any], key: str, words: frozenset[str]) -> bool:
    said = row.get(key)
    return isinstance(said, str) and said in words


def _name(place: Mapping[str, Any]) -> str | None:
    for key in (*_NAME, "function"):
        name = place.get(key)
        if isinstance(name, str) and name:
            return name
    return _page_part(place)


def _page_part(row: Mapping[str, Any]) -> str | None:
    kind = row.get("type")
    if isinstance(kind, str) and kind.startswith(_PAGE_PART) and "toolCallId" in row and "state" in row:
        return kind.removeprefix(_PAGE_PART) or None
    return None


def _words(row: Mapping[str, Any]) -> frozenset[str]:
    kind = row.get("type")
    return (
        frozenset(word.lower() for word in _WORD.findall(kind[:100]))
        if isinstance(kind, str)
        else frozenset()
    )
