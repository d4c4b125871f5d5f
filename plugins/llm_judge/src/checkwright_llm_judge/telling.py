"""The reason of a panel: its score, who answered, and who did not."""

from __future__ import annotations

from collections.abc import Sequence

from checkwright.wording import one_line
from checkwright_judging.telling import number, spoken

from .aggregation import Aggregated
from .seat import Seat
from .spec import LlmJudge

__all__ = ["reason_of"]


def reason_of(seats: Sequence[Seat], result: Aggregated | None, spec: LlmJudge, wanted: str = "") -> str:
    """Return the reason; result: None where too few answered, and then `wanted` says how many must."""
    answered = [seat for seat in seats if seat.fault is None]
    parts = []
    if result is not None:
        parts.append(f"{spec.aggregation} {number(result.score)}")
    if len(seats) > 1 or len(answered) < len(seats):
        many = "judges" if len(seats) != 1 else "judge"
        parts.append(f"{len(answered)} of {len(seats)} {many} answered{f', {wanted}' if wanted else ''}")
    if result is not None:
        asked = "more than half" if spec.aggregation == "majority" else number(spec.threshold)
        parts.append("a tie, which fails" if result.tie else f"{asked} asked")
    said = ", ".join(parts)
    lost = [f"{seat.profile}: {seat.fault.kind}" for seat in seats if seat.fault is not None]
    words = spoken(answered[0].reason) if len(seats) == 1 and answered else ""
    rest = "; ".join([*([words] if words else []), *lost])
    return one_line(f"{said}; {rest}" if lost and rest else f"{said}: {rest}" if rest else said)
