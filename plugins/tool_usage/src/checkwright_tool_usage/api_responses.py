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

__all__ = ["ALTERNATIVES", "MESSAGE_TYPES", "messages_in_response"]

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
    return _langchain_message(row)


def _langchain_message(row: Mapping[str, Any]) -> tuple[str, Sequence[Any]] | None:
    """Return the field and the message of a LangChain row that names the type or the class of its message."""
    kind, key = row.get("type"), "data"
    if kind == "constructor":
        kind, key = _type_of_class(row.get("id")), "kwargs"
    held = row.get(key)
    if not isinstance(held, Mapping) or not isinstance(kind, str):
        return None
    if kind in _RESULT_TYPES:
        # The result of a call: it holds the name of the tool, but no call.
        return key, ()
    return (key, ({**held, "type": held.get("type") or kind},)) if kind in MESSAGE_TYPES else None


def _type_of_class(names: Any) -> str | None:
    name = names[-1] if isinstance(names, list | tuple) and names else None
    if not isinstance(name, str) or not name.removesuffix("Chunk").endswith("Message"):
        return None
    return name.removesuffix("Chunk").removesuffix("Message").lower()
