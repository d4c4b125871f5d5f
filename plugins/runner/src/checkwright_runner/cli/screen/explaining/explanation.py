"""Put an explanation together: marks, the response, the checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from checkwright import Case, CheckResult, Status, Verdict

from ....run.reports.excerpt import Passage
from .check_rows import Explained, check_rows, label_of
from .excerpt import excerpt
from .marks import Mark
from .page import Page
from .paint import colour_of
from .places import shown_places

__all__ = ["explained", "explained_checks"]


def explained(verdict: Verdict, case: Case, page: Page) -> list[str]:
    """Return the lines that explain a verdict: the response with marks, then each check with its reason.

    Never raises for what stands in them, and takes time in proportion to it.
    """
    if case.response is None:
        return ["  (there is no response)", "", *explained_checks(verdict.checks, None, page)]
    return explained_checks(verdict.checks, Passage(case.response), page)


def explained_checks(
    checks: Sequence[CheckResult], passage: Passage | None, page: Page, *, left_out: int = 0
) -> list[str]:
    """Return the lines that explain some checks of a verdict.

    passage: of the response; None where it is not at hand, and spans are quoted beside their places.
    left_out: places of each check that its evidence no longer has.
    """
    before: Counter[bool] = Counter()
    explanations = []
    for check, (places, more) in zip(checks, shown_places(checks, passage), strict=True):
        failed = check.status is Status.FAILED
        colour = colour_of(before[failed], failed=failed)
        before[failed] += 1
        explanations.append(Explained(check, places, more + left_out, passage is not None, colour))
    rows = check_rows(explanations, page)
    if passage is None:
        return rows
    return [*excerpt(passage, [mark for one in explanations for mark in _marks(one)], page), "", *rows]


def _marks(one: Explained) -> list[Mark]:
    places = ((place.start, place.end) for place in one.places)
    spans = tuple((start, end) for start, end in places if start is not None and end is not None)
    failed = one.check.status is Status.FAILED
    return [Mark(label_of(one.check), failed, one.colour, spans)] if spans else []
