"""The score in a judge's reply: a number, or a text that is one, kept exactly until it is vetted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from checkwright.wording import listed, named_type, shown

from .score_rule import ScoreRule

__all__ = ["as_decimal", "as_number", "plain_number", "the_score"]

#: Digits of the longest score, and the digits before its point.
_DIGITS, _WHOLE_DIGITS = 40, 15
#: A decimal number as JSON writes it, without an exponent.
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")


def the_score(reply: Mapping[str, Any], rule: ScoreRule) -> Decimal | str:
    """Return the score of a reply exactly, or in words why it is none; its bounds are not looked at."""
    if "score" not in reply:
        keys = f"it has {listed(list(reply))}" if reply else "the object is empty"
        return f"there is no 'score', {keys}"
    value = reply["score"]
    wanted = "a whole number" if rule.integer else "a number"
    if isinstance(value, str):
        if len(value) > _DIGITS or _DECIMAL.fullmatch(value) is None:
            return f"the score is the text {shown(value)}, expected {wanted}"
        exact = Decimal(value)
    elif isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return f"the score is {named_type(value)}, expected {wanted}"
    elif isinstance(value, int) and abs(value) >= 10**_WHOLE_DIGITS:
        return f"the score is a number of more than {_WHOLE_DIGITS} digits, expected {wanted}"
    else:
        exact = as_decimal(value)
    if (
        exact.adjusted() >= _WHOLE_DIGITS
        or exact.adjusted() < -_DIGITS
        or len(exact.as_tuple().digits) > _DIGITS
    ):
        return f"the score is a number of absurd size or length, expected {wanted}"
    if rule.integer and exact != exact.to_integral_value():
        return f"the score is {exact}, expected a whole number"
    return exact


def as_decimal(value: float | Decimal) -> Decimal:
    """Return the number that a value stands for in JSON."""
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def as_number(exact: Decimal, rule: ScoreRule) -> float:
    """Return a score as the rule wants it: a whole number as an int, else a float; -0 is 0."""
    return int(exact) if rule.integer else float(exact) + 0.0


def plain_number(value: float) -> str:
    """Return a bound as people write it, such as 5 for 5.0."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 10**_WHOLE_DIGITS else repr(value)
