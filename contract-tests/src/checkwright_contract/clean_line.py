"""What several laws test: whether a text is one clean line, and what stands at a path of a check."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from checkwright.wording import shown

__all__ = ["MISSING", "at", "line_problem"]

_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNCLEAN = frozenset(("Cc", "Cs", "Zl", "Zp"))
_LONGEST = 300


def line_problem(text: object, longest: int | None = _LONGEST) -> str | None:
    """Return why a text is not one clean line, or None when it is."""
    if not isinstance(text, str):
        return f"found {shown(text)}, expected a text"
    if not text.strip():
        return f"found {shown(text)}, expected words"
    if longest is not None and len(text) > longest:
        return f"found {len(text):,} characters, expected at most {longest}: {shown(text)}"
    for character in text:
        if character in _BIDI or unicodedata.category(character) in _UNCLEAN:
            return (
                f"found U+{ord(character):04X} in {shown(text, 200)}, expected one line that prints anywhere"
            )
    return None


#: The value at a path that leads nowhere.
MISSING = object()


def at(value: Any, path: Sequence[str | int]) -> Any:
    """Return the value at a path inside a value, or MISSING."""
    for step in path:
        inside = isinstance(value, Mapping) or (isinstance(value, list) and type(step) is int and step >= 0)
        try:
            value = value[step] if inside else MISSING
        except LookupError:
            return MISSING
    return value
