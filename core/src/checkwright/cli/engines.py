"""Ask a kind what decides beside it."""

from __future__ import annotations

from typing import Any

from ..faults import described, isolated
from ..kind import Kind
from .printing import clean

__all__ = ["engines_of"]


def engines_of(kind: Kind[Any]) -> tuple[dict[str, str], str | None]:
    """Return the engines of a kind with their versions, and why they cannot be told, None when they can."""
    with isolated() as fault:
        return {
            clean(str(name), 100): clean(str(number), 100) for name, number in sorted(kind.engines().items())
        }, None
    return {}, described(fault.error)
