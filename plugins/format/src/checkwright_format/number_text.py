"""The formats number and integer."""

from __future__ import annotations

import re

from checkwright.wording import shown

from .results import Invalid, Reader, Valid

__all__ = ["reader"]

_PATTERNS = {
    "number": re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?"),
    "integer": re.compile(r"[+-]?[0-9]+"),
}
_EXPECTED = {
    "number": "digits with an optional sign, fraction and exponent, such as -12.5e3",
    "integer": "digits with an optional sign, such as -12",
}


def reader(name: str) -> Reader:
    """Return the reader of numbers; name: "number" or "integer"."""
    pattern, expected = _PATTERNS[name], _EXPECTED[name]

    def read(text: str) -> Valid | Invalid:
        found = pattern.match(text)
        reached = 0 if found is None else found.end()
        if found is not None and reached == len(text):
            return Valid(shown(text))
        if not reached:
            return Invalid(f"found {shown(text)}, expected {expected}", 0, len(text))
        return Invalid.at(
            f"found {shown(text[reached:])} after {shown(text[:reached])}, expected {expected}", reached
        )

    return read
