"""Supplies: what options of judges come to, as runs read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checkwright import Lookup, Provider

__all__ = ["JOBS", "PAID", "Supplies"]

#: Rows that are judged at a time, where no option says how many.
JOBS = 8
#: Behind the name of OUT.partial: what an unfinished run has paid for.
PAID = ".replies"


@dataclass(frozen=True, slots=True)
class Supplies:
    """What the options come to, as runs read it."""

    providers: Sequence[Provider[Any]] = ()
    lookups: Mapping[str, Lookup[Any]] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    warnings: Sequence[str] = ()
    rows_at_a_time: int | None = None
    kept: Sequence[str] = ()
    tally: Any = None
    dry: bool = False
    required: frozenset[str] = frozenset()
