"""chrF by sacrebleu, for many texts against the same references, whose n-grams are counted once."""

from collections.abc import Sequence

from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.helpers import extract_char_ngrams

__all__ = ["ChrF"]

_ORDER = 6


class ChrF:
    """Scores texts against references by the highest chrF of any of them. Safe from several threads.

    Takes time linear in the length of text and references together.

    references: at least one, none of them blank.

    Source: Popović 2015 as in sacrebleu, which cuts the n-grams and computes F: order 6, no words, beta 2,
    case as it is, white space ignored, the mean over the orders that both texts have.
    """

    def __init__(self, references: Sequence[str]) -> None:
        self._f_score = CHRF(
            char_order=_ORDER, word_order=0, beta=2, lowercase=False, whitespace=False, eps_smoothing=False
        )._compute_f_score
        solid = [_solid(reference) for reference in references]
        self._orders = [
            (order, [(_total(text, order), extract_char_ngrams(text, order, True)) for text in solid])
            for order in range(1, _ORDER + 1)
        ]
        self._count = len(solid)

    def best(self, text: str) -> tuple[float, int]:
        """Return the highest score, 0 to 1, and the index of the first reference that has it."""
        solid = _solid(text)
        statistics: list[list[int]] = [[] for _ in range(self._count)]
        for order, references in self._orders:
            total, counted = _total(solid, order), extract_char_ngrams(solid, order, True)
            ngrams = counted.keys()
            for row, (wanted, reference) in zip(statistics, references, strict=True):
                # Faster than sacrebleu, which goes through all n-grams of the text for each reference.
                shared = 0
                for ngram in ngrams & reference.keys():
                    here, there = counted[ngram], reference[ngram]
                    shared += here if here < there else there
                row += (total, wanted, shared)
        scores = [self._f_score(row) for row in statistics]
        best = max(scores)
        return min(best / 100, 1.0), scores.index(best)


def _solid(text: str) -> str:
    return "".join(text.split())


def _total(solid: str, order: int) -> int:
    return max(len(solid) - order + 1, 0)
