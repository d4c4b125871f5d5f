"""Read JSON strictly; nothing is ever repaired."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from .broken import DEPTH, Broken
from .json_numbers import SAFE_DIGITS, Unfit, real, whole

__all__ = ["Parsed", "examined", "parse_json", "strict"]

_SQUARE = bytes.maketrans(b"{}", b"[]")
_NO_MARK = bytes(code for code in range(256) if code not in b'[]{}"')
_QUOTED = re.compile(b'"[^"]*"')
#: A text up to the first escape of half a surrogate pair.
_WHOLE_PAIRS = re.compile(
    r"(?:[^\\]++|\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|(?!u[dD][89a-fA-F]).))*+", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A JSON text that breaks no rule.

    value: dict, list, str, int, float, bool, None, and Decimal for a number that no float keeps.
    """

    value: Any


def parse_json(text: str) -> Parsed | Broken:
    """Return the value of a JSON text, read strictly, or what is wrong with it.

    No key twice, no NaN or Infinity, at most 200 levels, at most 4,000 digits and 6 of an exponent, no
    half of a surrogate pair. Numbers keep their value, whatever their size.
    """
    try:
        return Parsed(strict(text))
    except ValueError:
        return examined(text)


def examined(text: str) -> Broken:
    """Say what is wrong with a text that `strict` refuses."""
    # Few replies are broken, and loading all kinds needs nothing that reads documents.
    from .json_fault import fault_of

    return fault_of(text)


def strict(text: str) -> Any:
    """Return the value of a strict JSON text.

    Raises:
        json.JSONDecodeError: it is no JSON by its grammar.
        ValueError: it is that, or it breaks a strict rule.
    """
    if text.count("[") + text.count("{") > DEPTH and _is_deep(text):
        raise Unfit("nested too deep")
    if not text.isascii():
        # Lone surrogates do not encode.
        text.encode()
    if "\\u" in text and _WHOLE_PAIRS.match(text).end() < len(text):  # type: ignore[union-attr]
        raise Unfit("half of a surrogate pair")
    return (_CAREFUL if _has_long_run(text) else _FAST).decode(text)


def _is_deep(text: str) -> bool:
    """Tell whether brackets nest deeper than `DEPTH`, mostly without a look at each of them.

    For a text that is no JSON the answer holds up to where its grammar ends.
    """
    data = text.encode("utf-8", "surrogatepass")
    if b"\\" in data:
        data = data.replace(b"\\\\", b"").replace(b'\\"', b"")
    # A quoted text without a bracket has become two quotes, and pairs are found from the left.
    brackets = data.translate(_SQUARE, _NO_MARK).replace(b'""', b"")
    if b'"' in brackets:
        brackets = _QUOTED.sub(b"", brackets)
    rest, before = brackets, len(brackets) + 1
    for _ in range(DEPTH):
        if len(rest) == before:
            break
        # The innermost level goes.
        rest, before = rest.replace(b"[]", b""), len(rest)
    if not rest:
        return False
    level = 0
    for bracket in brackets:
        level += 1 if bracket == ord("[") else -1
        if level > DEPTH:
            return True
    return False


def _has_long_run(text: str) -> bool:
    """Tell whether a run of more than `SAFE_DIGITS` digits may stand in a text."""
    step = SAFE_DIGITS // 2
    return len(text) > SAFE_DIGITS and any(text[at : at + step].isdigit() for at in range(0, len(text), step))


def _refuse(constant: str) -> NoReturn:
    raise Unfit(constant)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise Unfit("a key stands twice")
    return data


_FAST = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=real)
_CAREFUL = json.JSONDecoder(
    object_pairs_hook=_unique, parse_constant=_refuse, parse_float=real, parse_int=whole
)
