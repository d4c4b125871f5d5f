"""Execute must_not_contain: fail with every value that the response contains."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.literals import Finder, NearMisses, aho_corasick, lacking, named, quoted, value_slips

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkwright import Case, Execute, Toolbox

    from .spec import MustNotContain

__all__ = ["describe", "prepare", "warn"]


def describe(spec: MustNotContain) -> str:
    """Return the criterion for a judge in one sentence."""
    return f"The response contains none of: {quoted(spec.values)}."


def warn(spec: MustNotContain) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of values that are hardly meant as they stand."""
    for index, slip in value_slips(spec.values):
        yield ("values", index), slip


def prepare(spec: MustNotContain, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Make the search and the outcomes: passed without any value, failed with every value found."""
    finder = Finder(spec.values, case_sensitive=spec.case_sensitive, automaton=aho_corasick)
    misses = NearMisses(finder.values, case_sensitive=spec.case_sensitive, automaton=aho_corasick)
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
