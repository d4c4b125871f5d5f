"""Numbers of JSON that keep their value, and when two values are the same."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

__all__ = ["SAFE_DIGITS", "Unfit", "equal_json", "number_rule", "real", "whole"]

#: Digits of the longest number, and of its exponent.
_DIGITS = 4_000
_EXPONENT_DIGITS = 6
#: Digits that Python turns into an integer however low the host sets its limit.
SAFE_DIGITS = 640
#: Characters of a number that has at most 15 digits, which a float always keeps.
_KEPT = 16


class Unfit(ValueError):  # noqa: N818 - it is caught where it is read
    """A text breaks a strict rule, unless it is no JSON at all."""


def number_rule(text: str) -> str | None:
    """Say which rule a number breaks, None when it breaks none."""
    mantissa, _, exponent = text.lower().partition("e")
    digits = len(mantissa.lstrip("-").replace(".", ""))
    if digits > _DIGITS:
        return f"a number of {digits:,} digits, at most {_DIGITS:,} are allowed"
    digits = len(exponent.lstrip("+-"))
    if digits > _EXPONENT_DIGITS:
        return f"an exponent of {digits:,} digits, at most {_EXPONENT_DIGITS} are allowed"
    return None


def real(text: str) -> float | Decimal:
    """Read a number with a fraction or an exponent: a float where it prints as that number again.

    Raises:
        Unfit: it is too long.
    """
    value = float(text)
    if len(text) <= _KEPT and 1e-300 < abs(value) < 1e300:
        return value
    if number_rule(text):
        raise Unfit("a number is too long")
    exact = Decimal(text)
    return value if Decimal(repr(value)) == exact else exact


def whole(text: str) -> int:
    """Read a whole number.

    Raises:
        Unfit: it is too long.
    """
    if number_rule(text):
        raise Unfit("a number is too long")
    return int(text) if len(text) <= SAFE_DIGITS else int(Decimal(text))


def equal_json(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: 1 is 1.0, true is not 1, the order of keys is free."""
    pairs = [(one, other)]
    while pairs:
        one, other = pairs.pop()
        if isinstance(one, dict):
            if not isinstance(other, dict) or one.keys() != other.keys():
                return False
            pairs += [(value, other[key]) for key, value in one.items()]
        elif isinstance(one, list):
            if not isinstance(other, list) or len(one) != len(other):
                return False
            pairs += zip(one, other, strict=True)
        elif isinstance(one, bool) or isinstance(other, bool):
            if one is not other:
                return False
        elif _exact(one) != _exact(other):
            return False
    return True


def _exact(value: Any) -> Any:
    """Return the number that a float stands for in JSON, and any other value as it is."""
    return Decimal(repr(value)) if isinstance(value, float) else value
