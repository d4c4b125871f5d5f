"""Search for forbidden patterns by the kind regex."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from checkwright import CheckError, NotExecutable, Outcome, ServiceError
from checkwright.wording import shown

if TYPE_CHECKING:
    from checkwright import Case, Execute, Locate, Toolbox

__all__ = ["ForbiddenMatches", "prepare_forbidden"]


#: Seconds of CPU time after which no further pattern is searched for its name alone.
_SECONDS = 1.0


class ForbiddenMatches(NamedTuple):
    """The result of the search for all forbidden patterns.

    clauses: one on the patterns that match, and one on each limit that a search exceeded; empty when no
    pattern matches.
    locates: functions that find the matches.
    """

    clauses: Sequence[str]
    locates: Sequence[Locate]


def prepare_forbidden(patterns: Sequence[str], toolbox: Toolbox) -> Callable[[Case], ForbiddenMatches]:
    """Prepare the search for patterns of which none may match.

    Raises:
        NotExecutable: the kind regex is not installed.
        CheckError: PCRE2 refuses a pattern; `others` holds those of further patterns.
    """
    searches: list[tuple[str, Execute]] = []
    mistakes: list[CheckError] = []
    for index, pattern in enumerate(patterns):
        try:
            searches.append((pattern, toolbox.prepare({"kind": "regex", "patterns": [pattern]})))
        except CheckError as mistake:
            mistakes.append(CheckError(mistake.message, ("forbidden_patterns", index)))
    if mistakes:
        raise CheckError.of(mistakes)
    # One check of all patterns, which share its time, decides; the others say which ones match.
    several = {"kind": "regex", "patterns": list(patterns)}
    together = toolbox.prepare(several) if len(searches) > 1 else searches[0][1]

    def search(case: Case) -> ForbiddenMatches:
        outcome = together(case)
        if outcome.passed is None:
            raise _error_of(outcome)
        if outcome.passed is False and not (outcome.details or {}).get("limits"):
            return ForbiddenMatches((), ())
        return _search(searches, case, outcome)

    return search


def _search(searches: Sequence[tuple[str, Execute]], case: Case, together: Outcome) -> ForbiddenMatches:
    """Find the patterns that match and those whose search a limit ended, as far as time allows."""
    until = time.thread_time() + _SECONDS
    matching: list[str] = []
    locates: list[Locate] = []
    limits: dict[str, str] = {}
    for pattern, search in searches:
        if time.thread_time() > until:
            break
        outcome = search(case)
        if outcome.passed:
            matching.append(pattern)
            if outcome.locate is not None:
                locates.append(outcome.locate)
        elif outcome.passed is None:
            raise _error_of(outcome)
        elif outcome.details:
            # A search that a limit ended has not shown that the pattern does not match.
            for limit in outcome.details.get("limits", ()):
                limits.setdefault(limit, pattern)
    clauses = [
        f"{limit}: {shown(pattern, 40)} was not searched to the end" for limit, pattern in limits.items()
    ]
    if matching:
        verb = "matches" if len(matching) == 1 else "match"
        clauses.append(f"forbidden {_named(matching)} {verb}")
    elif together.passed:
        clauses.append(f"forbidden {together.reason}")
        locates += [together.locate] if together.locate is not None else []
    elif not clauses:
        clauses.append(together.reason)
    return ForbiddenMatches(clauses, locates)


def _named(patterns: Sequence[str]) -> str:
    shortened = [shown(pattern, 40) for pattern in patterns[:2]]
    return ", ".join(shortened) + (f" and {len(patterns) - 2} more" if len(patterns) > 2 else "")


def _error_of(outcome: Outcome) -> Exception:
    """Return the error for an outcome of the kind regex that neither passed nor failed."""
    kind = ServiceError if outcome.status == "error" else NotExecutable
    return kind(outcome.reason)
