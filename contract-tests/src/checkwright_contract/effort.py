"""How many examples each law is tested on, by arguments and environment variables."""

from __future__ import annotations

import os
import zlib
from dataclasses import dataclass

__all__ = ["Effort", "examples_from_environment", "tools_are_required"]

#: Examples that are drawn for each law, and for each law of a kind with effects.
_EXAMPLES, _EXAMPLES_WITH_EFFECTS = 100, 25


@dataclass(frozen=True, slots=True)
class Effort:
    """How thoroughly each law is tested.

    examples: number of examples to draw for each law besides the extreme ones and the rows; None for what
        the environment variable CHECKWRIGHT_EXAMPLES says, by default 100, and 25 for a kind with effects.
    seed: seed of the draw; the default is the same in every run.
    shrink: whether a failure is made as short as possible.
    """

    examples: int | None = None
    seed: int = 0
    shrink: bool = True

    def count(self, *, effects: bool) -> int:
        """Return the number of examples to draw for a law."""
        if self.examples is not None:
            return self.examples
        told = examples_from_environment()
        if told is not None:
            return max(told // 4, 1) if effects else told
        return _EXAMPLES_WITH_EFFECTS if effects else _EXAMPLES

    def seed_for(self, kind: str) -> int:
        """Return the seed for the examples of a kind, which differs from kind to kind."""
        return zlib.crc32(f"{self.seed}:{kind}".encode())


def examples_from_environment() -> int | None:
    """Return the number of examples that CHECKWRIGHT_EXAMPLES sets, or None when it is not set.

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
    """Return whether laws that cannot be tested here count as broken (CHECKWRIGHT_REQUIRE_TOOLS=1)."""
    return os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS", "") not in ("", "0")
