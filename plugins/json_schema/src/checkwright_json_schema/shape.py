"""The shape of a schema: plain JSON of bounded depth and size, copied so that nothing in it is shared."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from checkwright import CheckError
from checkwright.wording import shown

__all__ = ["DEPTH", "VALUES", "plain_copy"]

#: Levels of lists and objects in a schema; the engine stops at 255.
DEPTH = 200
#: Values in a schema, each counted where it stands.
VALUES = 1_000_000
#: Numbers above this have more than 4,000 digits, which Python writes no more by default.
_LARGEST = 10**4_000


def plain_copy(schema: Any) -> Any:
    """Copy a schema; an object that stands at two places becomes two.

    Raises:
        CheckError: it is no JSON, nested too deep or too large; the path is the one inside the schema.
    """
    return _Copying().copied(schema, ())


class _Copying:
    def __init__(self) -> None:
        self._left = VALUES

    def copied(self, value: Any, path: tuple[str | int, ...]) -> Any:
        self._left -= 1
        if self._left < 0:
            raise CheckError(f"the schema is too large: it has more than {VALUES:,} values")
        if isinstance(value, str):
            return _text(value, path)
        if isinstance(value, Mapping | list | tuple) and len(path) >= DEPTH:
            raise CheckError(f"the schema is nested deeper than {DEPTH} levels")
        if isinstance(value, Mapping):
            for key in value:
                if not isinstance(key, str):
                    raise CheckError(f"the key {shown(key)} is no text, which JSON does not know", path)
            return {_text(key, path): self.copied(part, (*path, key)) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [self.copied(part, (*path, index)) for index, part in enumerate(value)]
        if isinstance(value, bool) or value is None:
            return value
        return _number(value, path)


def _text(text: str, path: tuple[str | int, ...]) -> str:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise CheckError(
                f"{shown(text)} holds half of a surrogate pair, which is no text", path
            ) from None
    return text


def _number(value: Any, path: tuple[str | int, ...]) -> Any:
    if isinstance(value, int):
        if -_LARGEST < value < _LARGEST:
            return value
        raise CheckError("the number has more than 4,000 digits", path)
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) < 1_000_000:
        return value
    raise CheckError(f"{type(value).__name__} is no type of a JSON value", path)
