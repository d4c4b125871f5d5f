"""The span in which two texts differ, in linear time, also in the text as it was written."""

import re

from checkwright.text import fold, original_spans

__all__ = ["difference_span", "normalized", "original_span", "overlap"]

_WORD, _GAP = re.compile(r"\S+"), re.compile(r"\s+")


def normalized(text: str) -> str:
    """Return `text` folded, trimmed and with single blanks for runs of white space."""
    return " ".join(fold(text).split())


def difference_span(text: str, other: str) -> tuple[int, int]:
    """Return the span of `text` between the longest common prefix and the longest common suffix of both.

    The span is empty where `text` only lacks something.
    """
    start = _shared_start(text, other)
    return start, len(text) - _shared_end(text, other, min(len(text), len(other)) - start)


def overlap(text: str, other: str) -> float:
    """Return the share of two texts, not both empty, that is common prefix and suffix: 0 to 1."""
    start, stop = difference_span(text, other)
    return 2 * (len(text) - (stop - start)) / (len(text) + len(other))


def original_span(text: str, start: int, stop: int) -> tuple[int, int]:
    """Map a span of `normalized(text)`, not empty, back to `text`; a blank is a whole run of white space."""
    folded = fold(text)
    first, last = _place(folded, start), _place(folded, stop - 1)
    (span,) = original_spans(text, fold, [(first[0], last[1])])
    return span


def _shared_start(text: str, other: str) -> int:
    low, high = 0, min(len(text), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if text.startswith(other[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _shared_end(text: str, other: str, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if text.endswith(other[len(other) - middle : len(other) - low], 0, len(text) - low):
            low = middle
        else:
            high = middle - 1
    return low


def _place(folded: str, wanted: int) -> tuple[int, int]:
    """Return the span of the folded text from which one character of its normalized form comes."""
    reached = 0
    for word in _WORD.finditer(folded):
        start, end = word.span()
        if wanted < reached + end - start:
            return start + wanted - reached, start + wanted - reached + 1
        reached += end - start
        if wanted == reached:
            gap = _GAP.match(folded, end)
            assert gap is not None, "a word follows in the normalized text"
            return gap.span()
        reached += 1
    raise IndexError(wanted)
