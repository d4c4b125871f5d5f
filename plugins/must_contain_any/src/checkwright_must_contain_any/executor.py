"""Execute must_contain_any: pass with the first listed value that the response contains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.literals import Finder, NearMisses, aho_corasick, lacking, named, quoted, value_slips

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkwright import Case, Execute, Toolbox

    from .spec import MustContainAny

__all__ = ["describe", "prepare", "warn"]


def describe(spec: MustContainAny) -> str:
    """Return the criterion for a judge in one sentence."""
    return f"The response contains at least one of: {quoted(spec.values)}."


def warn(spec: MustContainAny) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of values that are hardly meant as they stand."""
    for index, slip in value_slips(spec.values):
        yield ("values", index), slip


def prepare(spec: MustContainAny, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Make the search and the outcomes: passed with the first listed value found, failed with all of them."""
    finder = Finder(spec.values, case_sensitive=spec.case_sensitive, automaton=aho_corasick)
    misses = NearMisses(finder.values, case_sensitive=spec.case_sensitive, automaton=aho_corasick)
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
