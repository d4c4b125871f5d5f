"""ScoreRule: what a score has to be."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ScoreRule"]


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """What a score has to be.

    low, high: its bounds. integer: whether it is a whole number (4.0 is 4). clamp: whether one out of the
    bounds is moved to the next bound, and said; else it cannot be read.
    """

    low: float
    high: float
    integer: bool = False
    clamp: bool = False
