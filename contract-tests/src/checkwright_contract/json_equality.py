"""Equality of JSON values as Python code holds them: any mapping is an object, a tuple is a list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["equal_values"]


def equal_values(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: 1 equals 1.0, but true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(equal_values(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(equal_values, one, other))
    return bool(one == other)
