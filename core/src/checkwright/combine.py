"""The six ways to combine check scores, as one table of pure functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from operator import mul
from types import MappingProxyType
from typing import TypeAlias

__all__ = ["NUMERIC", "TABLE", "TOLERANCE", "Combine", "meets"]

#: `(scores, weights) -> score`, both non-empty, of equal length and in order; scores from 0 to 1, weights
#: finite and not negative. all_pass and any_pass take 1.0 for a passed and 0.0 for a failed check.
#: None when the weights sum to zero.
Combine: TypeAlias = Callable[[Sequence[float], Sequence[float]], float | None]

#: By how much a score may lie under its threshold and still meet it, for what floats lose.
TOLERANCE = 1e-9


def _lowest(scores: Sequence[float], _weights: Sequence[float]) -> float:
    return min(scores)


def _highest(scores: Sequence[float], _weights: Sequence[float]) -> float:
    return max(scores)


def _median(scores: Sequence[float], _weights: Sequence[float]) -> float:
    ordered = sorted(scores)
    half = len(ordered) // 2
    return (ordered[half] + ordered[~half]) / 2


def _weighted_mean(scores: Sequence[float], weights: Sequence[float]) -> float | None:
    """Exact sums: the order of the checks changes nothing, and the mean stays among the scores."""
    total = math.fsum(weights)
    if total == 0:
        return None
    mean = math.fsum(map(mul, scores, weights)) / total
    return max(min(scores), min(max(scores), mean))


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
    """Tell whether a score reaches a threshold, floats forgiven."""
    return score >= threshold - TOLERANCE
