"""The format json: strict JSON as core reads it."""

from __future__ import annotations

from checkwright.replies import Broken, parse_json

from .reading import Fits, Misfit, Read, counted, index_of

__all__ = ["reader"]

_NOUNS = {bool: "a boolean", type(None): "null", str: "a text"}


def reader() -> Read:
    """Make the reader of JSON."""
    return _read


def _read(text: str) -> Fits | Misfit:
    parsed = parse_json(text)
    if isinstance(parsed, Broken):
        return Misfit.at(parsed.reason, index_of(text, parsed.line - 1, parsed.column - 1))
    value = parsed.value
    if isinstance(value, dict):
        return Fits(f"an object of {counted(len(value), 'key')}")
    if isinstance(value, list):
        return Fits(f"a list of {counted(len(value), 'item')}")
    return Fits(_NOUNS.get(type(value), "a number"))
