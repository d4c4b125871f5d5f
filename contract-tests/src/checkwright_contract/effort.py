"""Effort: how hard a law is tried; what the environment says about it."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass

__all__ = ["Effort", "examples_told", "tools_are_required"]

#: Examples that hypothesis draws for each law, and for each law of a kind with effects.
_EXAMPLES, _EXAMPLES_WITH_EFFECTS = 100, 25


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard each law is tried.

    examples: drawn for each law besides the extremes and the rows; None: 100, and 25 for a kind with
        effects, or what the environment variable CHECKWRIGHT_EXAMPLES says.
    seed: 0 draws the same in every run.
    shrink: whether a failure is made as short as possible.
    """

    examples: int | None = None
    seed: int = 0
    shrink: bool = True

    def count(self, *, effects: bool) -> int:
        """Return the number of examples to draw for a law."""
        if self.examples is not None:
            return self.examples
        told = examples_told()
        if told is not None:
            return max(told // 4, 1) if effects else told
        return _EXAMPLES_WITH_EFFECTS if effects else _EXAMPLES

    def seed_for(self, kind: str) -> int:
        """Return the seed that a kind's examples are drawn by, another one for each kind."""
        return zlib.crc32(f"{self.seed}:{kind}".encode())


def examples_told() -> int | None:
    """Return how many examples the environment variable CHECKWRIGHT_EXAMPLES asks for; None without it.

    Raises:
        ValueError: it is no whole number of at least 1.
    """
    told = os.environ.get("CHECKWRIGHT_EXAMPLES", "")
    if not told:
        return None
    if not (told.isascii() and told.isdigit() and len(told) < 10 and int(told)):
        raise ValueError(f"CHECKWRIGHT_EXAMPLES must be a whole number of at least 1, not {told[:100]!r}")
    return int(told)


def tools_are_required() -> bool:
    """Return whether what cannot be proven here counts as broken (CHECKWRIGHT_REQUIRE_TOOLS=1)."""
    return os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS", "") not in ("", "0")
