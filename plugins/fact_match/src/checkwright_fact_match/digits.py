"""Digits of any script, and the one spelling that all notations of a number share."""

import unicodedata

__all__ = ["MOST_DIGITS", "in_ascii", "value"]

#: Digits that a number may have.
MOST_DIGITS = 64


def in_ascii(text: str) -> str:
    """Return `text` with the decimal digits of every script as 0 to 9."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character for character in text
    )


def value(whole: str, part: str, exponent: int = 0, *, negative: bool = False) -> str:
    """Return the spelling of a number that is the same for equal numbers only, such as "-125e-1" for -12.50.

    Nothing is computed, so 1e-999999 costs what 1 costs.

    whole, part: the digits before and after the decimal mark, 0 to 9 only.
    """
    significant = (whole + part).lstrip("0")
    short = significant.rstrip("0")
    if not short:
        return "0e0"
    return f"{'-' if negative else ''}{short}e{exponent - len(part) + len(significant) - len(short)}"
