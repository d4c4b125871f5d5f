"""Look for forbidden patterns by the kind regex."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from checkwright import CheckError, NotExecutable, Outcome, ServiceError
from checkwright.wording import shown

if TYPE_CHECKING:
    from checkwright import Case, Execute, Toolbox
    from checkwright.outcome import Locate

__all__ = ["Matched", "forbidden"]


class Matched(NamedTuple):
    """What the search for all forbidden patterns gave.

    words: one sentence on those that match and one on each whose search hit a limit; none when no
    pattern matches. locates: what finds the matches.
    """

    words: Sequence[str]
    locates: Sequence[Locate]


def forbidden(patterns: Sequence[str], toolbox: Toolbox) -> Callable[[Case], Matched]:
    """Prepare the search for patterns of which none may match.

    Raises:
        NotExecutable: there is no kind regex.
        CheckError: PCRE2 refuses a pattern; `others` holds the further ones.
    """
    searches: list[tuple[str, Execute]] = []
    mistakes: list[CheckError] = []
    for index, pattern in enumerate(patterns):
        try:
            searches.append((pattern, toolbox.prepare({"kind": "regex", "patterns": [pattern]})))
        except CheckError as mistake:
            mistakes.append(CheckError(mistake.message, ("forbidden_patterns", index)))
    if mistakes:
        first, *others = mistakes
        raise CheckError(first.message, first.path, others=others)
    return lambda case: _matched(searches, case)


def _matched(searches: Sequence[tuple[str, Execute]], case: Case) -> Matched:
    matching: list[str] = []
    locates: list[Locate] = []
    limits: dict[str, str] = {}
    for pattern, search in searches:
        outcome = search(case)
        if outcome.passed:
            matching.append(pattern)
            if outcome.locate is not None:
                locates.append(outcome.locate)
        elif outcome.passed is None:
            raise _cause(outcome)
        elif outcome.details:
            # A search that was cut short has not shown that the pattern does not match.
            for limit in outcome.details.get("limits", ()):
                limits.setdefault(limit, pattern)
    words = [
        f"{limit}: {shown(pattern, 40)} was not searched to the end" for limit, pattern in limits.items()
    ]
    if matching:
        verb = "matches" if len(matching) == 1 else "match"
        words.append(f"forbidden {_named(matching)} {verb}")
    return Matched(words, locates)


def _named(patterns: Sequence[str]) -> str:
    shortened = [shown(pattern, 40) for pattern in patterns[:2]]
    return ", ".join(shortened) + (f" and {len(patterns) - 2} more" if len(patterns) > 2 else "")


def _cause(outcome: Outcome) -> Exception:
    """Return what keeps the kind regex from judging this case."""
    kind = ServiceError if outcome.status == "error" else NotExecutable
    return kind(outcome.reason)
