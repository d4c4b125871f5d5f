"""What is said of a text that is no strict JSON."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DEPTH", "Broken"]

#: Deepest nesting of lists and objects.
DEPTH = 200


@dataclass(frozen=True, slots=True)
class Broken:
    """A text that is no strict JSON.

    reason: what is wrong, in one line and without the place.
    line, column: the place, from 1.
    grammar: whether it is JSON by its grammar (NaN and Infinity read as numbers) and breaks a stricter rule.
    """

    reason: str
    line: int
    column: int
    grammar: bool
