"""Execute must_contain_any: pass with the first listed value that the response contains."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.literals import Finder, NearMisses, lacking, named, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkwright import Case, Execute, Toolbox

    from .spec import MustContainAny

__all__ = ["describe", "prepare"]


def describe(spec: MustContainAny) -> str:
    """Return the criterion for a judge in one sentence."""
    return f"The response contains at least one of: {quoted(spec.values)}."


def prepare(spec: MustContainAny, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Return the function that searches a response; all outcomes but those with a near miss are made once."""
    finder = Finder(spec.values, case_sensitive=spec.case_sensitive, automaton=_automaton)
    misses = NearMisses(finder.values, case_sensitive=spec.case_sensitive, automaton=_automaton)
    found = [
        Outcome.judge(True, f"contains {named([value])}", locate=finder.locate_first)
        for value in finder.values
    ]
    missing = Outcome.judge(False, lacking(finder.values))
    empty = Outcome.judge(False, f"the response is empty and so {lacking(finder.values)}")

    def unclear(case: Case) -> Outcome:
        if not case.text:
            return empty
        miss = misses.find(case)
        return missing if miss is None else Outcome.judge(False, f"{lacking(finder.values, most=2)}; {miss}")

    return finder.execute_first(found, None if misses.everywhere else missing, unclear)


def _automaton(needles: Sequence[str]) -> Callable[[str], Sequence[tuple[int, int, int]]]:
    """Return the search for all needles at once (Aho and Corasick 1975)."""
    # Imported here: only long lists of values need it.
    from ahocorasick_rs import AhoCorasick

    return partial(AhoCorasick(needles).find_matches_as_indexes, overlapping=True)
