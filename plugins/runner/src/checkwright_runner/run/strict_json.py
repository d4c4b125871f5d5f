"""Read JSON of response files strictly, and say in one line why a text is not."""

from __future__ import annotations

import json
import math
from typing import Any, TypeAlias

from checkwright.wording import one_line, shown

__all__ = ["DEPTH", "BadRow", "NotFinite", "parse_json"]


#: Deepest nesting of lists and objects in a row. Python's own reader gives up at 1,000 or less.
DEPTH = 500


_Pairs: TypeAlias = list[tuple[str, Any]]


class BadRow(ValueError):  # noqa: N818 - says what was read
    """A text is not what it should be; the message says why in one line."""


class NotFinite(BadRow):
    """A text is JSON but for a number that is NaN or infinite, or too large for a float."""


def parse_json(data: bytes, *, finite: bool = True) -> Any:
    """Read UTF-8 JSON strictly: no key twice, nesting at most DEPTH, no NaN and no infinite number.

    finite: whether such a number is refused; else it is a float as Python has it.

    Raises:
        NotFinite: such a number stands in it.
        BadRow: it is something else.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRow(f"not UTF-8: byte 0x{data[error.start]:02x} at byte {error.start + 1}") from None
    try:
        value = (_FINITE if finite else _ANY).decode(text)
    except json.JSONDecodeError as error:
        raise BadRow(one_line(f"not JSON: {error.msg} (character {error.pos + 1})")) from None
    except RecursionError:
        raise BadRow(_TOO_DEEP) from None
    except BadRow:
        raise
    except ValueError:
        raise BadRow("a whole number has too many digits") from None
    if data.count(b"[") + data.count(b"{") > DEPTH and _is_deep(value):
        raise BadRow(_TOO_DEEP)
    return value


_TOO_DEEP = f"nested deeper than {DEPTH} levels"


def _is_deep(value: Any) -> bool:
    """Tell whether a value is nested deeper than DEPTH, level by level and without recursion."""
    level = [value]
    for _ in range(DEPTH + 1):
        level = [part for part in level if isinstance(part, dict | list)]
        if not level:
            return False
        level = [inner for part in level for inner in (part.values() if isinstance(part, dict) else part)]
    return True


def _constant(name: str) -> Any:
    raise NotFinite(f"not JSON: {name} is no number")


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise NotFinite(f"the number {shown(text, 40)} is too large")
    return value


def _object(pairs: _Pairs) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise BadRow(f"the key {shown(twice)} stands twice")
    return fields


_FINITE = json.JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=_constant)
_ANY = json.JSONDecoder(object_pairs_hook=_object)
