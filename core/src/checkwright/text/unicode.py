"""NFC, case folding, and the way back from a folded text to spans of the original."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

__all__ = ["fold", "nfc", "original_spans"]

#: Characters up to which a text normalizes fast, whatever stands in it.
_SHORT = 1_000
#: Characters of a text that are folded in one go on the way back to a span; only the blocks in which a
#: wanted place lies are gone through by character.
_BLOCK = 64
#: Long runs without a Latin letter: only there can many combining marks follow each other.
_DENSE = re.compile("[^\x00-\u02ff]{64,}")
#: Characters that never join the one before them, of scripts that fill most texts.
_APART = re.compile(
    "[\x00-\u02ff\u2010-\u2027\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]"
)


def nfc(text: str) -> str:
    """Return `text` in Unicode normalization form C, in linear time."""
    if text.isascii():
        return text
    if len(text) <= _SHORT:
        return unicodedata.normalize("NFC", text)
    if unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _DENSE.sub(_in_order, text))


def fold(text: str) -> str:
    """Return `text` without differences of case: NFC, full Unicode case folding, NFC again.

    Source: Unicode Standard, section 3.13, full case folding without Turkic rules; composed again
    because folding can decompose. Folding a folded text changes nothing.
    """
    if text.isascii():
        return text.lower()
    return nfc(nfc(text).casefold())


def original_spans(
    text: str, view: Callable[[str], str], spans: Sequence[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """Return where spans of `view(text)` stand in `text`: for each the shortest span whose view contains it.

    A span that begins or ends inside what the view made of one character, or of characters that
    compose, widens to all of them: `s` found in the folded `ß` is the whole `ß`.

    view: `nfc` or `fold`.
    spans: start and end in characters of `view(text)`, not empty, in any order.
    """
    if text.isascii() or _same_places(text, view):
        return tuple(spans)
    ends = sorted({place for start, stop in spans for place in (start, stop - 1)})
    found = dict(zip(ends, _places(text, view, ends), strict=True))
    return tuple((found[start][0], found[stop - 1][1]) for start, stop in spans)


def _same_places(text: str, view: Callable[[str], str]) -> bool:
    """Tell, by whole-text operations only, whether every character became one character at its own place."""
    folded = text.casefold() if view is fold else text
    return (
        len(folded) == len(text)
        and unicodedata.is_normalized("NFC", text)
        and unicodedata.is_normalized("NFC", folded)
    )


def _in_order(match: re.Match[str]) -> str:
    """Decompose a run and sort its combining marks, which normalization does in quadratic time."""
    decomposed = "".join(unicodedata.normalize("NFD", character) for character in match[0])
    return "".join(
        "".join(sorted(run, key=unicodedata.combining) if marks else run)
        for marks, run in groupby(decomposed, lambda character: unicodedata.combining(character) > 0)
    )


def _places(text: str, view: Callable[[str], str], wanted: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Return the span of `text` that each wanted character of the view comes from; `wanted` ascends."""
    reached = seen = 0
    for start, stop in _blocks(text):
        if seen == len(wanted):
            return
        behind = reached + len(view(text[start:stop]))
        if wanted[seen] < behind:
            for first, last in _pieces(text, view, start, stop):
                made = view(text[first:last])
                until = bisect_left(wanted, reached + len(made), seen)
                kept = _letter_by_letter(text[first:last], made, view) if until > seen else False
                for place in wanted[seen:until]:
                    yield (first + place - reached, first + place - reached + 1) if kept else (first, last)
                reached, seen = reached + len(made), until
        reached = behind


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Cut `text` where it is certain that nothing joins across the cut."""
    start = 0
    while start < len(text):
        cut = _APART.search(text, start + _BLOCK)
        stop = cut.start() if cut else len(text)
        yield start, stop
        start = stop


def _pieces(text: str, view: Callable[[str], str], start: int, stop: int) -> Iterator[tuple[int, int]]:
    """Cut a block into the shortest pieces whose views, put together, are the view of the block."""
    first = start
    for place in range(start + 1, stop):
        character = text[place]
        if character >= "\u0300":
            if unicodedata.combining(unicodedata.normalize("NFD", character)[0]):
                continue
            before = text[first:place]
            if view(before + character) != view(before) + view(character):
                continue
        yield first, place
        first = place
    yield first, stop


def _letter_by_letter(piece: str, made: str, view: Callable[[str], str]) -> bool:
    """Tell whether each character of a piece became one character, at its own place."""
    return len(piece) == len(made) and all(map(str.__eq__, map(view, piece), made))
