"""Typographic quotes, apostrophes, hyphens and blanks, and the plain characters that they stand for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["has_typography", "other_spelling", "typography_names", "without_typography"]

#: Each with the plain character in whose place it stands.
_PLAIN: Mapping[str, str] = MappingProxyType(
    {
        "\u2019": "'",
        "\u2018": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u2010": "-",
        "\u2011": "-",
        "\xa0": " ",
        "\u202f": " ",
    }
)
#: What replies often write for an apostrophe, a quote or a hyphen; blanks are left alone.
_OTHER = {"'": "\u2019", '"': "\u201c", "-": "\u2011"} | {
    one: plain for one, plain in _PLAIN.items() if plain != " "
}

_INSIDE = re.compile(r"(?<=[^\W_])-(?=[^\W_])")


def has_typography(text: str) -> bool:
    """Return whether a typographic quote, apostrophe, hyphen or blank stands in `text`."""
    return not text.isascii() and any(one in text for one in _PLAIN)


def without_typography(text: str) -> str:
    """Return `text` with the plain character for each typographic one; every place stays what it is.

    Folding and composing change none of them, so it makes no difference which is done first.
    """
    if text.isascii():
        return text
    for one, plain in _PLAIN.items():
        text = text.replace(one, plain)
    return text


def typography_names(text: str, other: str) -> tuple[str, str]:
    """Return the names of the characters in which two texts differ: `U+2019` in one, `U+0027` in the other.

    text, other: of one length, and equal without typography.
    """
    pairs = [pair for pair in zip(text, other, strict=True) if pair[0] != pair[1]]
    here, there = (dict.fromkeys(f"U+{ord(pair[side]):04X}" for pair in pairs) for side in (0, 1))
    return ", ".join(here), ", ".join(there)


def other_spelling(text: str) -> tuple[str, str] | None:
    """Return the first apostrophe, quote or hyphen of `text` and its other form; None without any.

    A plain hyphen counts inside a word only: elsewhere it is a minus, or part of some notation.
    """
    inside = {found.start() for found in _INSIDE.finditer(text)}
    for place, one in enumerate(text):
        if one in _OTHER and (one != "-" or place in inside):
            return one, _OTHER[one]
    return None
