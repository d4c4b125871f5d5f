"""A bound for the work that a hostile diff can ask for."""

from __future__ import annotations

from .refused import PatchRefused

__all__ = ["Steps"]

#: Lines compared or split; a second of work, and a thousand times what a large honest diff takes.
_MOST = 20_000_000


class Steps:
    """Counts the steps of one patch."""

    def __init__(self) -> None:
        self._left = _MOST

    def take(self, steps: int) -> None:
        """Count so many steps.

        Raises:
            PatchRefused: the patch has taken more than its share.
        """
        self._left -= steps
        if self._left < 0:
            raise PatchRefused(f"search limit: the places of the hunks are not found in {_MOST:,} steps")
