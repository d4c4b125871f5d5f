"""Read a judge's reply: exactly one JSON object with a score, or why it is none. Never guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Reading", "ScoreRule", "Unreadable", "read_reply", "reply_schema"]


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """What a score has to be.

    low, high: its bounds. integer: whether it is a whole number (4.0 is 4). clamp: whether one out of the
    bounds is moved to the next bound, and said; else it cannot be read.
    """

    low: float
    high: float
    integer: bool = False
    clamp: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reply says.

    score: within the bounds; an int where the rule says so. raw: as the judge gave it, before it was moved.
    reason: its words as they are; "" when there are none.
    """

    score: float
    raw: float
    reason: str = ""

    @property
    def clamped_from(self) -> float | None:
        """The score before it was moved to a bound; None when it was not."""
        return None if self.raw == self.score else self.raw


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a reply is none that counts. why: one clean line that says what was expected."""

    why: str


def read_reply(text: str, finish_reason: str | None, rule: ScoreRule) -> Reading | Unreadable:
    """Read what a judge replied; never raises."""
    raise NotImplementedError


def reply_schema(rule: ScoreRule) -> Mapping[str, Any]:
    """Return the JSON Schema of a reply, for servers that take one."""
    raise NotImplementedError
