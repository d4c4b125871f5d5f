"""Read the facts of a question from the place that a check names."""

from __future__ import annotations

import json
import math
from typing import Any

from checkwright.paths import DotPath
from checkwright.text import lone_surrogate
from checkwright.wording import named_type

__all__ = ["MOST_FACTS", "read_facts"]

#: Facts that a question may have.
MOST_FACTS = 1_000


def read_facts(path: DotPath, value: Any) -> tuple[str, ...]:
    """Return the texts of the facts that stand at `path`; a number, true or false is its JSON text.

    Raises:
        CheckError: the value is neither a fact nor a list of at most 1,000 facts.
    """
    if not isinstance(value, list | tuple):
        return (_text(path, value, ""),)
    if len(value) > MOST_FACTS:
        raise path.error(f"size limit: {len(value):,} facts, at most {MOST_FACTS:,} are looked for")
    return tuple([_text(path, fact, f"[{index}]") for index, fact in enumerate(value)])


def _text(path: DotPath, fact: Any, inside: str) -> str:
    """Read one fact; `inside` is its place in the list."""
    if isinstance(fact, bool | int | float):
        if isinstance(fact, float) and not math.isfinite(fact):
            raise path.error(f"the fact is {fact}, expected a finite number", inside)
        try:
            return json.dumps(fact)
        except ValueError:  # Python writes no integers of more than 4,300 digits
            raise path.error("the fact is a number with too many digits", inside) from None
    if not isinstance(fact, str):
        expected = "a text, a number, true or false" + ("" if inside else ", or a list of them")
        raise path.error(f"the fact is {named_type(fact)}, expected {expected}", inside)
    if not fact or fact.isspace():
        raise path.error(f"the fact is {'blank' if fact else 'empty'}", inside)
    place = lone_surrogate(fact)
    if place is not None:
        raise path.error(f"the fact is not valid UTF-8: lone surrogate at character {place}", inside)
    return fact
