"""Whole answers, as the interface of a system gives them back: which part of them holds the messages.

OpenAI, inspect    {"choices": [{"message": {...}}]}
Gemini             {"candidates": [{"content": {...}}]}
Vercel             {"steps": [{"toolCalls": [...]}]}
LangChain          {"type": "ai", "data": {...}}
LangChain          {"type": "constructor", "id": [..., "AIMessage"], "kwargs": {...}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["ALTERNATIVES", "PEOPLE", "held_in_answer"]

#: Lists of messages. What stands beside them repeats some of it.
_LISTS = ("choices", "candidates", "steps")

#: Those of them of which an agent goes on with one.
ALTERNATIVES = frozenset({"choices", "candidates"})

#: The types of LangChain's messages that are not what came back of a call.
PEOPLE = frozenset({"human", "ai", "system", "chat", "AIMessageChunk"})
_RETURNED = frozenset({"tool", "function"})


def held_in_answer(row: Mapping[str, Any]) -> tuple[str, Sequence[Any]] | None:
    """Return the messages of a whole answer by the name that they stand under; None when the row is none."""
    if "role" not in row:
        lists = [(key, row[key]) for key in _LISTS if isinstance(row.get(key), list | tuple)]
        filled = [one for one in lists if one[1]]
        if filled or (lists and "toolCalls" not in row):
            return (filled or lists)[0]
    return _message_of_langchain(row)


def _message_of_langchain(row: Mapping[str, Any]) -> tuple[str, Sequence[Any]] | None:
    """Return a message that stands beside its type, or its class."""
    kind, key = row.get("type"), "data"
    if kind == "constructor":
        kind, key = _type_of_class(row.get("id")), "kwargs"
    held = row.get(key)
    if not isinstance(held, Mapping) or not isinstance(kind, str):
        return None
    if kind in _RETURNED:
        # It bears the name of the tool.
        return key, ()
    return (key, ({**held, "type": held.get("type") or kind},)) if kind in PEOPLE else None


def _type_of_class(names: Any) -> str | None:
    name = names[-1] if isinstance(names, list | tuple) and names else None
    if not isinstance(name, str) or not name.removesuffix("Chunk").endswith("Message"):
        return None
    return name.removesuffix("Chunk").removesuffix("Message").lower()
