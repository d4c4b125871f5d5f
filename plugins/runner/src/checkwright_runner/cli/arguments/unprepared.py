"""Refuse checks that a run was given everything for, and can execute on no row all the same."""

from __future__ import annotations

from collections.abc import Iterable, Set

from ...run.chunk_result import Unprepared
from ..refused import Refused
from ..screen.printing import clean

__all__ = ["refuse_unprepared"]


def refuse_unprepared(checks: Iterable[Unprepared], required: Set[str]) -> None:
    """Refuse to go on when a check with one of the required effects cannot be executed.

    Raises:
        Refused: some cannot; a line for each.
    """
    lines = [
        clean(f"error: {one.rubric}: {one.check}: {one.reason}") for one in checks if one.effects & required
    ]
    if lines:
        raise Refused(lines)
