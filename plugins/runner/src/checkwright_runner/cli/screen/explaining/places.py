"""Choose the places that are shown of each check, and count the others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from checkwright import CheckResult, Evidence, Status

from ....run.reports.excerpt import Passage

__all__ = ["shown_places"]

#: Places that are shown of one check, and of all.
_MOST = 20
_MOST_IN_ALL = 60


def shown_places(
    checks: Sequence[CheckResult], passage: Passage | None
) -> list[tuple[tuple[Evidence, ...], int]]:
    """Return the places of each check that are shown, and how many are not; failed checks choose first.

    passage: spans outside of it are not shown.
    """
    room = _MOST_IN_ALL
    found: list[tuple[tuple[Evidence, ...], int]] = [((), 0)] * len(checks)
    for number in sorted(range(len(checks)), key=lambda number: checks[number].status is not Status.FAILED):
        evidence = checks[number].evidence
        places = tuple(islice((one for one in evidence if _is_inside(one, passage)), min(_MOST, room)))
        found[number] = places, len(evidence) - len(places)
        room -= len(places)
    return found


def _is_inside(place: Evidence, passage: Passage | None) -> bool:
    if passage is None or place.start is None or place.end is None:
        return True
    # A place that no response has is shown where it is nearest.
    starts_behind = passage.more and place.start >= passage.start + len(passage.text)
    return not starts_behind and (not passage.start or place.end >= passage.start)
