"""Fields of a row: a key with null counts as absent, since systems write those so that they do not use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["first_of", "has", "is_one_of", "type_words", "words"]

_WORD = re.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
#: Characters of a key or a type that are read.
_READ = 100


def has(row: Mapping[str, Any], keys: Iterable[str]) -> bool:
    """Return whether one of the keys has a value other than null."""
    return any(row.get(key) is not None for key in keys)


def first_of(row: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """Return the value of the first of the keys that has one other than null; None when none has."""
    return next((row[key] for key in keys if row.get(key) is not None), None)


def is_one_of(row: Mapping[str, Any], key: str, texts: frozenset[str]) -> bool:
    """Return whether the value of a key is one of some texts."""
    said = row.get(key)
    return isinstance(said, str) and said in texts


def type_words(row: Mapping[str, Any]) -> frozenset[str]:
    """Return the words of a row's `type`, in lower case; none when it is no text."""
    kind = row.get("type")
    return words(kind) if isinstance(kind, str) else frozenset()


def words(name: str) -> frozenset[str]:
    """Return the words of a name such as `tool_result`, `toolResult` or `TOOL_RESULT`, in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(name[:_READ]))
