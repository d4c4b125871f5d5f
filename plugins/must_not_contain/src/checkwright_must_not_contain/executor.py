"""Execute must_not_contain: the outcomes for none and for each single value, made once."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.misses import NearMisses
from checkwright.values import Finder, lacking, named, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkwright import Case, Execute, Toolbox

    from .spec import MustNotContain

__all__ = ["describe", "prepare"]


def describe(spec: MustNotContain) -> str:
    """Say what the check wants in one sentence for a judge."""
    return f"The response contains none of: {quoted(spec.values)}."


def prepare(spec: MustNotContain, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Make the search and the outcomes: passed without any value, failed with every value found."""
    finder = Finder(spec.values, case_sensitive=spec.case_sensitive, automaton=_automaton)
    misses = NearMisses(finder.values, case_sensitive=spec.case_sensitive, automaton=_automaton)
    first, plain = finder.first, not misses.everywhere
    single = [_failed(finder, [index]) for index in range(len(finder.values))]
    clean = Outcome.judge(True, lacking(finder.values))
    empty = Outcome.judge(True, f"the response is empty and so {lacking(finder.values)}")

    def execute(case: Case) -> Outcome:
        start = first(case)
        if start is not None:
            found = finder.every(case, start)
            return single[found[0]] if len(found) == 1 else _failed(finder, found)
        response = case.response
        if not response:
            return empty
        if plain and response.isascii():
            return clean
        miss = misses.find(case)
        return clean if miss is None else Outcome.judge(True, f"{lacking(finder.values, most=2)}; {miss}")

    return execute


def _failed(finder: Finder, found: Sequence[int]) -> Outcome:
    values = named([finder.values[index] for index in found])
    return Outcome.judge(False, f"contains {values}", locate=finder.locate_every)


def _automaton(needles: Sequence[str]) -> Callable[[str], Sequence[tuple[int, int, int]]]:
    # Loaded for long lists only: most rubrics have none.
    from ahocorasick_rs import AhoCorasick

    return partial(AhoCorasick(needles).find_matches_as_indexes, overlapping=True)
