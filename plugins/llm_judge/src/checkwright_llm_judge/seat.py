"""Seat: one judge of a panel and what became of its ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checkwright_judging.judge import JudgeFault
from checkwright_judging.judges import Answer, Asker, JudgeFailed, Spent
from checkwright_judging.replies.reading import ScoreRule
from checkwright_judging.telling import usage_dict

__all__ = ["Seat", "lost_seat", "seat_of"]


@dataclass(frozen=True, slots=True)
class Seat:
    """One judge. score: 0 to 1, or None. raw: on the scale of the prompt. fault: why there is none."""

    profile: str
    model: str
    score: float | None
    raw: float | None
    reason: str
    fault: JudgeFault | None
    spent: Spent

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON, for the details of an outcome."""
        spent = self.spent
        return {
            "profile": self.profile,
            "model": self.model,
            "score": self.score,
            "raw_score": self.raw,
            "reason": self.reason,
            "fault": None if self.fault is None else str(self.fault.kind),
            "usage": usage_dict(spent.usage),
            "latency_ms": None if spent.latency_ms is None else round(spent.latency_ms, 1),
        }


def seat_of(asker: Asker, answer: Answer, rule: ScoreRule) -> Seat:
    """Return the seat of a judge that answered."""
    reading = answer.reading
    score = (reading.score - rule.low) / (rule.high - rule.low)
    # What floats lose must not carry a score out of its bounds.
    bounded = min(1.0, max(0.0, score))
    return Seat(asker.profile, asker.model, bounded, reading.raw, reading.reason, None, answer.spent)


def lost_seat(asker: Asker, failed: JudgeFailed) -> Seat:
    """Return the seat of a judge that gave nothing that counts."""
    return Seat(asker.profile, asker.model, None, None, "", failed.fault, failed.spent)
