"""Copy a schema as plain JSON of bounded depth and size, in which no object is shared."""

from __future__ import annotations

import math
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from checkwright import CheckError
from checkwright.wording import shown

from .limits import SCHEMA_DEPTH, SCHEMA_DIGITS, SCHEMA_EXPONENT, SCHEMA_VALUES

__all__ = ["plain_copy"]

#: The least number with more digits than are allowed.
_TOO_LARGE = 10**SCHEMA_DIGITS


def plain_copy(schema: Any) -> Any:
    """Copy a schema; an object that stands at two places becomes two objects.

    Raises:
        CheckError: it is not JSON, nested too deep or too large; the path is the one inside the schema.
    """
    return _Copier().copied(schema, ())


class _Copier:
    """Copies one schema and counts its values."""

    def __init__(self) -> None:
        self._left = SCHEMA_VALUES

    def copied(self, value: Any, path: tuple[str | int, ...]) -> Any:
        self._left -= 1
        if self._left < 0:
            raise CheckError(f"the schema is too large: it has more than {SCHEMA_VALUES:,} values")
        if isinstance(value, str):
            return _text(value, path)
        if isinstance(value, Mapping | list | tuple) and len(path) >= SCHEMA_DEPTH:
            raise CheckError(f"the schema is nested deeper than {SCHEMA_DEPTH} levels")
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
        if -_TOO_LARGE < value < _TOO_LARGE:
            return value
        raise CheckError(f"the number has more than {SCHEMA_DIGITS:,} digits", path)
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) < SCHEMA_EXPONENT:
        return value
    raise CheckError(f"{type(value).__name__} is no type of a JSON value", path)
