"""Execute must_not_contain: fail with every value that the response contains."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.literals import Finder, NearMisses, lacking, named, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkwright import Case, Execute, Toolbox

    from .spec import MustNotContain

__all__ = ["describe", "prepare"]


def describe(spec: MustNotContain) -> str:
    """Return the criterion for a judge in one sentence."""
    return f"The response contains none of: {quoted(spec.values)}."


def prepare(spec: MustNotContain, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Return the function that searches a response; outcomes are made once and kept."""
    finder = Finder(spec.values, case_sensitive=spec.case_sensitive, automaton=_automaton)
    misses = NearMisses(finder.values, case_sensitive=spec.case_sensitive, automaton=_automaton)
    clean = Outcome.judge(True, lacking(finder.values))
    empty = Outcome.judge(True, f"the response is empty and so {lacking(finder.values)}")

    @lru_cache(maxsize=64)
    def failed(found: tuple[int, ...]) -> Outcome:
        values = named([finder.values[index] for index in found])
        return Outcome.judge(False, f"contains {values}", locate=finder.locate_every)

    def unclear(case: Case) -> Outcome:
        if not case.text:
            return empty
        miss = misses.find(case)
        return clean if miss is None else Outcome.judge(True, f"{lacking(finder.values, most=2)}; {miss}")

    return finder.execute_every(failed, None if misses.everywhere else clean, unclear)


def _automaton(needles: Sequence[str]) -> Callable[[str], Sequence[tuple[int, int, int]]]:
    """Return the search for all needles at once (Aho and Corasick 1975)."""
    # Imported here: only long lists of values need it.
    from ahocorasick_rs import AhoCorasick

    return partial(AhoCorasick(needles).find_matches_as_indexes, overlapping=True)
