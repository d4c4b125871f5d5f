"""RowLimit: how long one row may take."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ROW_LIMIT", "RowLimit"]


class RowLimit(NamedTuple):
    """The time for one row.

    seconds: for any row; None for no end.
    per_check: seconds more for each check of the row's rubric, those of sub-rubrics included.
    """

    seconds: float | None
    per_check: float = 0.0

    def of(self, checks: int) -> float | None:
        """Return the seconds for a row of a rubric with so many checks; None for no end."""
        return None if self.seconds is None else self.seconds + self.per_check * checks


#: A check takes less than 10 s on any response, so no reply turns its failure into an error by its length.
ROW_LIMIT = RowLimit(60.0, 10.0)
