"""Search a text for many others at once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

__all__ = ["Automaton", "aho_corasick"]

#: Makes a search from needles: text -> (index, start, end) of every match, overlapping ones included.
#: The search may raise UnicodeEncodeError for a text with lone surrogates.
Automaton: TypeAlias = Callable[[Sequence[str]], Callable[[str], Sequence[tuple[int, int, int]]]]


def aho_corasick(needles: Sequence[str]) -> Callable[[str], Sequence[tuple[int, int, int]]]:
    """Return the search for all needles at once of the package ahocorasick_rs; an `Automaton`.

    Your own package has to require `ahocorasick-rs`, which is imported when the first search is made.

    Source: Aho and Corasick 1975.

    Raises:
        ModuleNotFoundError: the package is not installed.
    """
    # The core does without it, and most rubrics have no list that is long enough.
    from ahocorasick_rs import AhoCorasick

    return partial(AhoCorasick(needles).find_matches_as_indexes, overlapping=True)
