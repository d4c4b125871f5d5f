"""Read a judge's reply: exactly one JSON object with a score, or why it is none. Never guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from checkwright.wording import named_type, one_line

from .reply_object import the_object
from .reply_score import as_decimal, as_number, plain_number, the_score
from .score_rule import ScoreRule

__all__ = ["Reading", "ScoreRule", "Unreadable", "read_reply", "reply_schema"]

#: Levels of a scale that a schema lists.
_FEW_LEVELS = 100


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
    """Read what a judge replied; never raises.

    The reply is one JSON object, with nothing around it but white space, a byte order mark, thinking in
    front and one code fence. `score` is a number or a plain decimal text, `reason` a text, absent or null;
    other keys say nothing. Anything else is unreadable: nothing is guessed and nothing repaired.

    finish_reason: as the server gave it; a reply cut off by it is unreadable, whatever stands in it.
    """
    if finish_reason == "length":
        return Unreadable("cut off at max_tokens")
    found = the_object(text)
    if isinstance(found, str):
        return Unreadable(one_line(found))
    score = the_score(found, rule)
    if isinstance(score, str):
        return Unreadable(one_line(score))
    reason = found.get("reason")
    if reason is not None and not isinstance(reason, str):
        return Unreadable(one_line(f"the reason is {named_type(reason)}, expected a text"))
    return _within(score, rule, reason or "")


def _within(exact: Decimal, rule: ScoreRule, reason: str) -> Reading | Unreadable:
    """Return the reading of a score that is a number as the rule wants it, if it lies in its bounds."""
    raw = as_number(exact, rule)
    if as_decimal(rule.low) <= exact <= as_decimal(rule.high):
        return Reading(raw, raw, reason)
    if not rule.clamp:
        bounds = f"expected {plain_number(rule.low)} to {plain_number(rule.high)}"
        return Unreadable(one_line(f"the score {exact} is out of bounds, {bounds}"))
    bound = as_decimal(rule.low if exact < as_decimal(rule.low) else rule.high)
    return Reading(as_number(bound, rule), raw, reason)


def reply_schema(rule: ScoreRule) -> Mapping[str, Any]:
    """Return the JSON Schema of a reply, for servers that take one.

    It uses what servers of structured output have in common: all fields required and no others, and a short
    list of levels in place of bounds, which some refuse. The reason comes first, so that a judge thinks
    before it grades.
    """
    bounds = f"{plain_number(rule.low)} to {plain_number(rule.high)}"
    score: dict[str, Any] = {"type": "number", "description": f"The score, {bounds}."}
    if rule.integer:
        score["type"] = "integer"
        if rule.high - rule.low < _FEW_LEVELS:
            score["enum"] = list(range(int(rule.low), int(rule.high) + 1))
    reason = {"type": "string", "description": "One or two sentences that say why."}
    return {
        "type": "object",
        "properties": {"reason": reason, "score": score},
        "required": ["reason", "score"],
        "additionalProperties": False,
    }
