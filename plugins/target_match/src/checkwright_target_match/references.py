"""Read the references of a question: one text, or a list of texts of which one must match."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from checkwright.paths import DotPath
from checkwright.wording import named_type

__all__ = ["lone_surrogate", "read_references"]


def read_references(path: DotPath, question: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the texts of the references at `path`; a number or boolean becomes its JSON text.

    Raises:
        CheckError: the path leads nowhere, or the value there is no reference.
    """
    value = path.value(question)
    if not isinstance(value, list | tuple):
        return (_text(path, value, ""),)
    if not value:
        raise path.error("the list of references is empty, expected at least one")
    return tuple([_text(path, variant, f"[{index}]") for index, variant in enumerate(value)])


def _text(path: DotPath, value: Any, inside: str) -> str:
    """Read one reference; `inside` is its place in the list."""
    if isinstance(value, bool | int | float):
        return _json_text(path, value, inside)
    if not isinstance(value, str):
        expected = "a text, a number, true or false" + ("" if inside else ", or a list of them")
        raise path.error(f"the reference is {named_type(value)}, expected {expected}", inside)
    if not value or value.isspace():
        raise path.error(f"the reference is {'blank' if value else 'empty'}", inside)
    place = lone_surrogate(value)
    if place is not None:
        raise path.error(f"the reference is not valid UTF-8: lone surrogate at character {place}", inside)
    return value


def _json_text(path: DotPath, value: float, inside: str) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        raise path.error(f"the reference is {value}, expected a finite number", inside)
    try:
        return json.dumps(value)
    except ValueError:  # Python writes no integers of more than 4,300 digits
        raise path.error("the reference is a number with too many digits", inside) from None


def lone_surrogate(text: str) -> int | None:
    """Return the place of the first lone surrogate, which UTF-8 cannot encode, or None."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return error.start
    return None
