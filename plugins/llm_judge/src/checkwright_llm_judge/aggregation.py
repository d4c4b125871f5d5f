"""Aggregation: several scores become one, and whether that passes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from checkwright import meets

__all__ = ["Aggregated", "aggregated"]

_BY_NAME: Mapping[str, Callable[[Sequence[float]], float]] = {
    "mean": statistics.fmean,
    "median": statistics.median,
    "min": min,
    "max": max,
}


@dataclass(frozen=True, slots=True)
class Aggregated:
    """What scores come to. tie: whether exactly half of the judges of a majority are for it."""

    score: float
    passed: bool
    tie: bool = False


def aggregated(scores: Sequence[float], aggregation: str, threshold: float) -> Aggregated:
    """Aggregate the scores of the judges that answered.

    scores: 0 to 1, at least one. aggregation: mean, median, min, max, or majority: the share of judges at or
    above the threshold, which passes when it is more than half.
    """
    if aggregation == "majority":
        votes = sum(meets(score, threshold) for score in scores)
        return Aggregated(votes / len(scores), 2 * votes > len(scores), 2 * votes == len(scores))
    score = float(_BY_NAME[aggregation](scores))
    return Aggregated(score, meets(score, threshold))
