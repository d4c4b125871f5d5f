"""The six ways to combine check scores, as one table of pure functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import mul
from types import MappingProxyType
from typing import TypeAlias

__all__ = ["NUMERIC", "TABLE", "TOLERANCE", "Combine", "lowest_passing", "meets"]

#: `weights -> (scores -> score)`, for as many scores as weights, at least one; scores from 0 to 1, weights
#: finite and not negative. all_pass and any_pass take 1.0 for a passed and 0.0 for a failed check.
#: The score is None when the weights sum to zero.
Combine: TypeAlias = Callable[[Sequence[float]], Callable[[Sequence[float]], float | None]]

#: By how much a score may lie under its threshold and still meet it, for what floats lose.
TOLERANCE = 1e-9


def _lowest(_weights: Sequence[float]) -> Callable[[Sequence[float]], float]:
    return min


def _highest(_weights: Sequence[float]) -> Callable[[Sequence[float]], float]:
    return max


def _median(_weights: Sequence[float]) -> Callable[[Sequence[float]], float]:
    def median(scores: Sequence[float]) -> float:
        ordered = sorted(scores)
        half = len(ordered) // 2
        return (ordered[half] + ordered[~half]) / 2

    return median


def _weighted_mean(weights: Sequence[float]) -> Callable[[Sequence[float]], float | None]:
    """Sum exactly: the order of the checks changes nothing, and the mean stays among the scores."""
    total = math.fsum(weights)
    if total == 0:
        return lambda _scores: None

    def mean(scores: Sequence[float]) -> float:
        exact = math.fsum(map(mul, scores, weights)) / total
        lowest, highest = min(scores), max(scores)
        return lowest if exact < lowest else highest if exact > highest else exact

    return mean


#: Combine mode to function. Source: ai_eval, "Combining checks".
TABLE: Mapping[str, Combine] = MappingProxyType(
    {
        "all_pass": _lowest,
        "any_pass": _highest,
        "weighted_avg": _weighted_mean,
        "min": _lowest,
        "max": _highest,
        "median": _median,
    }
)

#: The modes that read check scores and pass from the threshold on; the others read passed or failed.
NUMERIC = frozenset({"weighted_avg", "min", "max", "median"})


def meets(score: float, threshold: float) -> bool:
    """Tell whether a score meets a threshold, floats forgiven."""
    return score >= lowest_passing(threshold)


def lowest_passing(threshold: float) -> float:
    """Return the lowest score that meets a threshold, floats forgiven."""
    return threshold - TOLERANCE
