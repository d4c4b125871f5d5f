"""Execute regex: all outcomes are made when the check is prepared, and short texts take a fast path."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from checkwright import CheckError, Evidence, Outcome
from checkwright.wording import listed, one_line, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from checkwright import Case, Execute, Toolbox

    from .budget import Budget
    from .search import Search
    from .spec import Regex

__all__ = ["prepare", "warn"]

#: Patterns that are tried on a short text without a look at the clock.
_FEW = 8


def warn(spec: Regex) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of patterns that mean what their author hardly does."""
    from .spec_warnings import warnings_of

    yield from warnings_of(spec)


def prepare(spec: Regex, toolbox: Toolbox) -> Execute:
    """Compile the patterns and make the outcomes.

    Raises:
        CheckError: PCRE2 refuses a pattern.
    """
    # Imported here: only rubrics that use the kind need PCRE2.
    from .budget import Budget
    from .search import PatternMistake, Search

    budget = Budget()
    searches, mistakes = [], []
    for index, pattern in enumerate(spec.patterns):
        try:
            searches.append(Search(pattern, spec.flags, spec.case_sensitive, budget))
        except PatternMistake as mistake:
            message = f"{shown(pattern)} is not a valid pattern: {mistake.message} at {mistake.position}"
            mistakes.append(CheckError(message, ("patterns", index)))
    if mistakes:
        raise CheckError.of(mistakes)
    return (_any if spec.mode == "any" else _all)(searches, budget, toolbox.limits.regex_chars)


def _any(searches: Sequence[Search], budget: Budget, most: int) -> Execute:
    """Return the execute function of the mode any: the first pattern found to match passes the check."""
    from .search import UNDECIDED

    short = _short(searches, most)
    hits = [_match_outcome([search]) for search in searches]
    miss, oversized = _no_match_outcome([search.pattern for search in searches]), _too_long_outcome(most)

    def carefully(text: str) -> Outcome:
        if len(text) > most:
            return oversized
        found = _found(searches, budget, text, any_is_enough=True)
        if True in found:
            return hits[found.index(True)]
        return _limit_outcome(searches, found) if any(found) else miss

    def one(case: Case) -> Outcome:
        text = case.text
        if len(text) <= short:
            try:
                return miss if quick(text) is None else hit
            except UNDECIDED:
                pass
        return carefully(text)

    def several(case: Case) -> Outcome:
        text = case.text
        if len(text) <= short:
            try:
                for quick, hit in quicks:
                    if quick(text) is not None:
                        return hit
            except UNDECIDED:
                return carefully(text)
            return miss
        return carefully(text)

    quick, hit = searches[0].quick, hits[0]
    quicks = tuple((search.quick, hit) for search, hit in zip(searches, hits, strict=True))
    return one if len(searches) == 1 else several


def _all(searches: Sequence[Search], budget: Budget, most: int) -> Execute:
    """Return the execute function of the mode all: patterns that do not match are named."""
    from .search import UNDECIDED

    short = _short(searches, most)
    every, oversized = _match_outcome(searches), _too_long_outcome(most)
    quicks = tuple((1 << index, search.quick) for index, search in enumerate(searches))

    @lru_cache(maxsize=64)
    def lacking(missed: int) -> Outcome:
        return _no_match_outcome(
            [search.pattern for index, search in enumerate(searches) if missed >> index & 1]
        )

    def carefully(text: str) -> Outcome:
        if len(text) > most:
            return oversized
        found = _found(searches, budget, text, any_is_enough=False)
        if any(isinstance(limit, str) for limit in found):
            return _limit_outcome(searches, found)
        missed = sum(1 << index for index, matches in enumerate(found) if not matches)
        return lacking(missed) if missed else every

    def execute(case: Case) -> Outcome:
        text = case.text
        if len(text) <= short:
            missed = 0
            try:
                for bit, quick in quicks:
                    if quick(text) is None:
                        missed |= bit
            except UNDECIDED:
                return carefully(text)
            return lacking(missed) if missed else every
        return carefully(text)

    return execute


def _short(searches: Sequence[Search], most: int) -> int:
    """Return up to which length texts are searched without a look at the clock; -1 for none."""
    return min(most, *(search.quick_chars for search in searches)) if len(searches) <= _FEW else -1


def _found(searches: Sequence[Search], budget: Budget, text: str, *, any_is_enough: bool) -> list[bool | str]:
    """Return for each pattern whether it matches, or the name of the limit that ended its search.

    All share one budget, so what is soon decided comes first: a pattern that takes long costs no other one
    its result.

    any_is_enough: whether one match ends it; what has not been searched by then is False.
    """
    budget.start()
    found: list[bool | str | None] = [False] * len(searches)
    for index, search in enumerate(searches):
        found[index] = _limited(search.matches_soon, text)
        if any_is_enough and found[index] is True:
            break
    else:
        for index, search in enumerate(searches):
            if found[index] is None:
                found[index] = _limited(search.matches, text)
                if any_is_enough and found[index] is True:
                    break
    return [one or False for one in found]


def _limited(search: Callable[[str], bool | None], text: str) -> bool | str | None:
    """Return the result of a search, or the name of the limit that ended it."""
    from .search import LimitReached

    try:
        return search(text)
    except LimitReached as reached:
        return reached.limit


def _match_outcome(searches: Sequence[Search]) -> Outcome:
    """Make the outcome of a response that matches each of the patterns."""
    reason = (
        f"{shown(searches[0].pattern)} matches"
        if len(searches) == 1
        else f"all {len(searches)} patterns match"
    )

    def locate(case: Case) -> tuple[Evidence, ...]:
        spans = [_span(search, case.text) for search in searches]
        return tuple(Evidence.span(case.text, *span) for span in spans if span)

    return Outcome.judge(True, reason, locate=locate)


def _span(search: Search, text: str) -> tuple[int, int] | None:
    from .search import LimitReached

    try:
        return search.find(text)
    except LimitReached:  # the search that decided was faster than this one
        return None


def _no_match_outcome(patterns: Sequence[str]) -> Outcome:
    return Outcome.judge(False, one_line(f"no match for {listed(patterns)}"))


def _too_long_outcome(most: int) -> Outcome:
    return Outcome.judge(
        False,
        f"size limit: the response has more than {most:,} characters, so no pattern was searched in it",
        details={"limits": ["size limit"]},
    )


def _limit_outcome(searches: Sequence[Search], found: Sequence[bool | str]) -> Outcome:
    """Make the outcome of a response in which the search for some of the patterns exceeded a limit."""
    stopped: dict[str, list[str]] = {}
    missed = []
    for search, result in zip(searches, found, strict=True):
        if isinstance(result, str):
            stopped.setdefault(result, []).append(search.pattern)
        elif not result:
            missed.append(search.pattern)
    parts = [f"{limit}: gave up the search for {listed(patterns, 2)}" for limit, patterns in stopped.items()]
    if missed:
        parts.append(f"no match for {listed(missed, 2)}")
    return Outcome.judge(False, one_line("; ".join(parts)), details={"limits": list(stopped)})
