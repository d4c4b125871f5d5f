"""Sameness of JSON values: 1 is 1.0, but True is not 1 and a list is no tuple of another length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["same"]


def same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal as JSON has it."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
