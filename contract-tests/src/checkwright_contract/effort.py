"""Effort: how hard a law is tried; what the environment says about it."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass

__all__ = ["Effort", "tools_are_required"]

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
        """Give the number of examples to draw for a law."""
        if self.examples is not None:
            return self.examples
        told = os.environ.get("CHECKWRIGHT_EXAMPLES", "")
        if told:
            return max(int(told) // 4, 1) if effects else int(told)
        return _EXAMPLES_WITH_EFFECTS if effects else _EXAMPLES

    def seed_for(self, *names: str) -> int:
        """Give the seed of one law of one kind, another one for each."""
        return zlib.crc32(":".join((str(self.seed), *names)).encode())


def tools_are_required() -> bool:
    """Tell whether what cannot be proven here counts as broken (CHECKWRIGHT_REQUIRE_TOOLS=1)."""
    return os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS", "") not in ("", "0")
