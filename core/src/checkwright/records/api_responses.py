"""Responses of model APIs: find the part that holds the messages.

OpenAI, inspect    {"choices": [{"message": {...}}]}
Gemini             {"candidates": [{"content": {...}}]}
Vercel             {"steps": [{"toolCalls": [...]}]}
LangChain          {"type": "ai", "data": {...}}
LangChain          {"type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["ALTERNATIVES", "MESSAGE_TYPES", "langchain_result", "messages_in_response"]

#: Fields that hold lists of messages; other fields beside them may repeat some of these.
_LISTS = ("choices", "candidates", "steps")

#: Those whose items are alternatives, of which an agent goes on with one.
ALTERNATIVES = frozenset({"choices", "candidates"})

#: Types of LangChain messages that are not results of a call.
MESSAGE_TYPES = frozenset({"human", "ai", "system", "chat", "AIMessageChunk"})
#: Types of LangChain messages that are results of a call.
_RESULT_TYPES = frozenset({"tool", "function"})


def messages_in_response(row: Mapping[str, Any]) -> tuple[str, Sequence[Any]] | None:
    """Return the field that holds the messages of an API response, and the messages; None for other rows."""
    if "role" not in row:
        lists = [(key, row[key]) for key in _LISTS if isinstance(row.get(key), list | tuple)]
        filled = [one for one in lists if one[1]]
        if filled or (lists and "toolCalls" not in row):
            return (filled or lists)[0]
    kind, key, held = _langchain_message(row)
    if held is None:
        return None
    if kind in _RESULT_TYPES:
        # The result of a call: it holds the name of the tool, but no call.
        return key, ()
    return (key, ({**held, "type": held.get("type") or kind},)) if kind in MESSAGE_TYPES else None


def langchain_result(row: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the result of a call that a LangChain row holds beside its type or class; None for others."""
    kind, _, held = _langchain_message(row)
    return held if kind in _RESULT_TYPES else None


def _langchain_message(row: Mapping[str, Any]) -> tuple[str, str, Mapping[str, Any] | None]:
    """Return the type of a LangChain message, the field that holds it, and the message or None."""
    kind, key = row.get("type"), "data"
    if kind == "constructor":
        kind, key = _type_of_class(row.get("id")), "kwargs"
    held = row.get(key)
    if not isinstance(held, Mapping) or not isinstance(kind, str):
        return "", key, None
    return kind, key, held


def _type_of_class(names: Any) -> str | None:
    name = names[-1] if isinstance(names, list | tuple) and names else None
    if not isinstance(name, str) or not name.removesuffix("Chunk").endswith("Message"):
        return None
    return name.removesuffix("Chunk").removesuffix("Message").lower()
