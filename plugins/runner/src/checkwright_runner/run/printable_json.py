"""Write JSON that can be printed and split into lines anywhere."""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["json_output"]

#: What a terminal acts on, what some readers take for the end of a line, and what does not encode. JSON has
#: these characters in strings only, where an escape means the same.
_ACTED_ON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")

_FULL = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_ASCII = json.JSONEncoder(allow_nan=False).encode


def json_output(data: Any, *, ascii_only: bool = False, indent: int | None = None) -> str:
    """Return data as JSON, on one line without an indent.

    Control and bidi characters, line separators and lone surrogates are escaped, all others stand as they
    are. ascii_only: escape every character that is not ASCII.

    Raises:
        ValueError: a number is not finite.
    """
    if indent is not None:
        text = json.dumps(data, ensure_ascii=ascii_only, allow_nan=False, indent=indent)
    else:
        text = _ASCII(data) if ascii_only else _FULL(data)
    if text.isascii() and "\x7f" not in text:
        return text
    return _ACTED_ON.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
