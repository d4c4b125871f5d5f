"""Score a response by the share of the facts that it states, and name those that are missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Evidence, Outcome, meets
from checkwright.wording import listed, one_line, shown

from .budget import MOST_PLACES, Budget, MatchLimitError
from .facts import Fact, fact_spans, is_found, near_miss

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkwright import Case

__all__ = ["score"]

#: Facts whose places are shown, and characters that are quoted of all of them together.
_MOST_EVIDENCE, _MOST_QUOTED = 100, 6_000


def score(facts: Sequence[Fact], least: float, case: Case) -> Outcome:
    """Return the outcome of a response, whose score is the share of the facts that it states.

    least: share from which it passes, 0 to 1.
    """
    budget = Budget()
    try:
        missing = [fact for fact in facts if not is_found(fact, case, budget)]
    except MatchLimitError:
        return Outcome.judge(
            False,
            f"match limit: the response has more than {MOST_PLACES:,} places that resemble the facts, and "
            "not all of them were looked at",
            details={"limits": ["match limit"]},
        )
    found = len(facts) - len(missing)
    share = found / len(facts)
    passed = meets(share, least)
    return Outcome.judge(
        passed,
        _reason(facts, missing, least, case, budget),
        share,
        locate=partial(_locate, facts) if found else None,
    )


def _reason(facts: Sequence[Fact], missing: Sequence[Fact], least: float, case: Case, budget: Budget) -> str:
    if not missing:
        what = f"the fact {shown(facts[0].text)}" if len(facts) == 1 else f"all {len(facts)} facts"
        return one_line(f"found {what} (lexical)")
    count = len(facts) - len(missing)
    counted = f"found {count} of {len(facts)} fact{'' if len(facts) == 1 else 's'} (lexical)"
    wanted = "" if least == 1 else f", a share of {least:g} passes"
    near = near_miss(missing[0], case, budget)
    hint = "" if near is None else f"; of {shown(missing[0].text, 40)}: {near}"
    named = listed([fact.text for fact in missing], 3)
    return one_line(f"{counted}{wanted}; missing: {named}"[: 300 - len(hint)] + hint)


def _locate(facts: Sequence[Fact], case: Case) -> tuple[Evidence, ...]:
    spans = fact_spans(facts, case, _MOST_EVIDENCE)
    # A fact of a few words may stand in a place of a million blanks: its beginning shows where.
    most = _MOST_QUOTED // len(spans)
    return tuple(Evidence.span(case.text, start, min(end, start + most)) for start, end in spans)
