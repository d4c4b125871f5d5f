"""Equality of JSON values: numbers by value, objects in any key order, the rest by type and content."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

__all__ = ["DEPTH", "NotJson", "ValueNumbers"]

#: Levels of nested lists and objects in a value.
DEPTH = 200

#: Digits that a number may have, and bits below which an integer certainly has no more digits.
_DIGITS = 4_000
_BITS = 13_000
#: Integers below this are their own keys. Larger ones could be chosen so that their hashes collide.
_SMALL_DIGITS = 15
_SMALL = 10**_SMALL_DIGITS

#: A list or object that is being numbered: its parts, the keys of an object or None, the numbers so far.
_Frame: TypeAlias = tuple[list[Any], tuple[str, ...] | None, list[int]]


class NotJson(ValueError):  # noqa: N818 - says what the value is
    """A value is not JSON or exceeds a limit; the message says which."""


class ValueNumbers:
    """Numbers JSON values so that two have the same number exactly when they are equal.

    1 equals 1.0; "1" and true are not 1; the order of keys does not count, that of lists does; texts are
    equal when all their characters are. Takes linear time, without recursion. Not safe from several threads.
    """

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def number_of(self, value: Any) -> int:
        """Return the number of a value.

        Raises:
            NotJson: the value or one inside it is not JSON or exceeds a limit.
        """
        frames: list[_Frame] = []
        while True:
            frame = self._new_frame(value, len(frames))
            if frame is None:
                number = self._number(_key(value))
            else:
                frames.append(frame)
                number = -1
            while frames:
                parts, keys, done = frames[-1]
                if number >= 0:
                    done.append(number)
                if len(done) < len(parts):
                    value = parts[len(done)]
                    break
                frames.pop()
                number = self._number(
                    tuple(done) if keys is None else frozenset(zip(keys, done, strict=True))
                )
            else:
                return number

    def _number(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))

    @staticmethod
    def _new_frame(value: Any, depth: int) -> _Frame | None:
        """Return a new frame for a list or an object; None for another value."""
        if isinstance(value, Mapping):
            keys = tuple(value)
            if not all(isinstance(key, str) for key in keys):
                raise NotJson("a key that is no text")
            frame: _Frame = list(value.values()), keys, []
        elif isinstance(value, list | tuple):
            frame = list(value), None, []
        else:
            return None
        if depth >= DEPTH:
            raise NotJson(f"nested deeper than {DEPTH} levels")
        return frame


def _key(value: Any) -> Hashable:
    """Return the key of a scalar: equal scalars have equal keys."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "boolean", value
    if isinstance(value, int):
        return value if -_SMALL < value < _SMALL else _large(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise NotJson(f"the number {value}")
        # The shortest text that is read as this float, which JSON would hold.
        value = Decimal(repr(value))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise NotJson(f"the number {value}")
        # As an integer only where it is short: its exponent may be huge.
        if not value or (value.adjusted() < _SMALL_DIGITS and value == value.to_integral_value()):
            return int(value) if value else 0
        return _canonical(value)
    raise NotJson(f"a value of the type {type(value).__name__[:40]}")


def _large(value: int) -> bytes:
    if value.bit_length() > _BITS:
        raise NotJson(f"a number of more than {_DIGITS:,} digits")
    return _canonical(Decimal(value))


def _canonical(value: Decimal) -> bytes:
    """Return the canonical text of a number, which all equal numbers share."""
    sign, digits, exponent = value.as_tuple()
    if len(digits) > _DIGITS:
        raise NotJson(f"a number of more than {_DIGITS:,} digits")
    text = "".join(map(str, digits)).lstrip("0")
    bare = text.rstrip("0")
    return f"{'-' * sign}{bare}e{int(exponent) + len(text) - len(bare)}".encode()
