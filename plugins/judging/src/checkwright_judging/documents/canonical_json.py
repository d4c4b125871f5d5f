"""Write JSON data in its one canonical form, so that equal data have equal digests everywhere."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from hashlib import sha256
from typing import Any

__all__ = ["canonical_json", "sha256_hex"]

#: From here on, and under `_SMALL`, numbers are written with an exponent.
_LARGE, _SMALL = 1e21, 1e-6


def canonical_json(data: Any) -> bytes:
    """Return the canonical form of JSON data: keys sorted, no white space, one spelling of each number.

    Raises:
        ValueError: a number that is not finite, an integer that no float keeps, half of a surrogate pair.
        TypeError: a value that JSON does not have.

    Source: RFC 8785 (JSON Canonicalization Scheme).
    """
    return _written(data).encode()


def sha256_hex(data: Any) -> str:
    """Return the SHA-256 of the canonical form of JSON data, in hexadecimal digits."""
    return sha256(canonical_json(data)).hexdigest()


def _written(data: Any) -> str:
    match data:
        case None | bool() | str():
            return json.dumps(data, ensure_ascii=False)
        case int() | float():
            return _number(data)
        case Mapping():
            pairs = sorted(data.items(), key=lambda pair: _units(pair[0]))
            return "{" + ",".join(f"{_written(key)}:{_written(value)}" for key, value in pairs) + "}"
        case list() | tuple():
            return "[" + ",".join(map(_written, data)) + "]"
    raise TypeError(f"JSON has no {type(data).__name__}")


def _units(key: Any) -> bytes:
    """Return the UTF-16 code units of a key, by which keys are sorted."""
    if not isinstance(key, str):
        raise TypeError(f"JSON has no key that is {type(key).__name__}")
    return key.encode("utf-16-be")


def _number(value: float) -> str:
    """Write a number as ECMAScript does; an integer is one when a float keeps it."""
    try:
        number = float(value)
    except OverflowError:
        raise ValueError("an integer is too large for a number of JSON") from None
    if not math.isfinite(number) or number != value:
        raise ValueError("a number is not finite, or an integer that no float keeps")
    if number == 0:
        return "0"
    # A float's repr has the fewest digits that give it back, as ECMAScript asks for.
    if _SMALL <= abs(number) < _LARGE:
        text = f"{Decimal(repr(number)):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, _, exponent = repr(number).partition("e")
    return f"{mantissa}e{int(exponent):+d}"
