"""The format json: strict JSON, as `checkwright.replies.parse_json` reads it."""

from __future__ import annotations

from checkwright.replies import Broken, parse_json
from checkwright.wording import counted

from .results import Invalid, Reader, Valid, index_of

__all__ = ["reader"]

_NOUNS = {bool: "a boolean", type(None): "null", str: "a text"}


def reader() -> Reader:
    """Return the reader of JSON."""
    return _read


def _read(text: str) -> Valid | Invalid:
    parsed = parse_json(text)
    if isinstance(parsed, Broken):
        return Invalid.at(parsed.reason, index_of(text, parsed.line - 1, parsed.column - 1))
    value = parsed.value
    if isinstance(value, dict):
        return Valid(f"an object of {counted(len(value), 'key')}")
    if isinstance(value, list):
        return Valid(f"a list of {counted(len(value), 'item')}")
    return Valid(_NOUNS.get(type(value), "a number"))
