"""What a worker is told first, and what it says beside the results of chunks."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

__all__ = ["Say", "Setup"]


class Say(Enum):
    """READY: the worker can take chunks. ROW: it begins with another row, so it is alive."""

    READY = 1
    ROW = 2


class Setup(NamedTuple):
    """What a worker is told first.

    plugins: modules that bring kinds. job: a pickled Job. seconds: for one row, None without end.
    explain: whether examples of failing checks are kept.
    """

    plugins: tuple[str, ...]
    job: bytes
    seconds: float | None
    ascii_only: bool
    explain: bool = False
