"""Digits of any script, and the canonical form of a number."""

import unicodedata

__all__ = ["MOST_DIGITS", "ascii_digits", "canonical", "significant"]

#: Digits that a number may have.
MOST_DIGITS = 64


def ascii_digits(text: str) -> str:
    """Return `text` with the decimal digits of every script replaced by 0 to 9."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(character)) if character.isdecimal() else character for character in text
    )


def canonical(whole: str, part: str, exponent: int = 0, *, negative: bool = False) -> str:
    """Return the canonical form of a number, which only equal numbers share, such as "-125e-1" for -12.50.

    The value itself is never computed, so 1e-999999 costs no more than 1.

    whole, part: the digits before and after the decimal mark, 0 to 9 only.
    """
    digits = (whole + part).lstrip("0")
    short = digits.rstrip("0")
    if not short:
        return "0e0"
    return f"{'-' if negative else ''}{short}e{exponent - len(part) + len(digits) - len(short)}"


def significant(whole: str, part: str) -> str:
    """Return the digits that `canonical` puts before the e: equal for all numbers that may be equal."""
    return (whole + part).strip("0") or "0"
