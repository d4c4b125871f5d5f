"""The mode chrf: the response is similar enough to the nearest reference."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from checkwright import Outcome, meets
from checkwright.wording import shown

from .chrf import ChrF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkwright import Case, Execute

__all__ = ["prepare_similarity"]


def prepare_similarity(references: Sequence[str], threshold: float, most: int) -> Execute:
    """Return the function that compares responses with references by chrF.

    threshold: the least score that passes, 0 to 1.
    most: characters of a response above which it fails without being read.
    """
    best = ChrF(references).best
    several = f", the nearest of {len(references)} references" if len(references) > 1 else ""
    ends = [
        f" with {shown(reference)}{several}; at least {threshold:g} is wanted" for reference in references
    ]

    def execute(case: Case) -> Outcome:
        length = len(case.text)
        if length > most:
            return Outcome.judge(
                False, f"size limit: the response has {length:,} characters, chrF reads at most {most:,}"
            )
        score, nearest = best(case.text)
        # Truncated, not rounded: a score below the threshold must not look as if it reached it.
        figure = math.floor(score * 10_000) / 10_000
        return Outcome.judge(meets(score, threshold), f"chrF {figure:.4f}{ends[nearest]}", score)

    return execute
