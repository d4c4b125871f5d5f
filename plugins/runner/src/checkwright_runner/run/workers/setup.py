"""What a worker is told first, and what it says beside the results of chunks."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from ..row_limit import RowLimit

__all__ = ["RowBegins", "Say", "Setup"]


class Say(Enum):
    """READY: the worker can take chunks."""

    READY = 1


class RowBegins(NamedTuple):
    """A worker begins with another row, or goes on with one, so it is alive.

    seconds: what it has for it; None while it waits for something outside, for which nobody counts.
    """

    seconds: float | None


class Setup(NamedTuple):
    """What a worker is told first.

    plugins: modules that bring kinds. job: a pickled Job. limit: of one row.
    explain: whether examples of failing checks are kept. together: how many rows are graded at a time.
    """

    plugins: tuple[str, ...]
    job: bytes
    limit: RowLimit
    ascii_only: bool
    explain: bool = False
    together: int = 1
