"""Setup: what a worker is told first."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["READY", "Setup"]


#: What a worker says when it can take chunks; a text says why it never will.
READY = None


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
