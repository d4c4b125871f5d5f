"""Halves of surrogate pairs, which no text of Unicode has and Python's texts may hold."""

from __future__ import annotations

import re

__all__ = ["lone_surrogate", "without_surrogates"]

#: A surrogate code point; in a text of Python it always stands alone.
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def lone_surrogate(text: str) -> int | None:
    """Return the index of the first half of a surrogate pair, which UTF-8 cannot encode; None without one."""
    found = None if text.isascii() else _LONE_SURROGATE.search(text)
    return None if found is None else found.start()


def without_surrogates(text: str) -> str:
    """Return the text with U+FFFD for each half of a surrogate pair, equally long."""
    return _LONE_SURROGATE.sub("\ufffd", text)
