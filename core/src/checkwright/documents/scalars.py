"""Read a plain scalar as the YAML 1.2 core schema does."""

import math
import re

__all__ = ["ENDLESS", "LONG_NUMBER", "MOST_BITS", "MOST_DIGITS", "NUMERIC", "WORDS", "BadNumber", "number"]

#: Characters of a number that is read. Python refuses to print integers of more than 4,300 digits.
MOST_DIGITS = 4_000
#: A number that may be longer. A run is looked at from its start only, which keeps the search linear.
LONG_NUMBER = re.compile(rf"(?<![0-9.eE+-])[0-9.eE+-]{{{MOST_DIGITS + 1}}}")
#: Bits of an integer of `MOST_DIGITS` digits.
MOST_BITS = 13_288

#: What is said of infinity and NaN.
ENDLESS = "infinity and NaN are not allowed, expected a finite number"

#: The plain scalars that are words; the empty one is null.
WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}

#: The first characters of plain scalars that may be numbers.
NUMERIC = frozenset("0123456789+-.")

_NUMBER = re.compile(
    r"(?P<decimal>[-+]?[0-9]+)"
    r"|0o(?P<octal>[0-7]+)"
    r"|0x(?P<hexadecimal>[0-9a-fA-F]+)"
    r"|(?P<real>[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)"
    r"|(?P<endless>[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))"
)
_BASES = {"decimal": 10, "octal": 8, "hexadecimal": 16}


class BadNumber(ValueError):  # noqa: N818 - it is caught where it is read
    """A number that no document may hold; its text says why."""


def number(text: str) -> str | int | float:
    """Return the number that `text` spells, or `text` itself when it spells none.

    Source: YAML 1.2.2, section 10.3.2 (tag resolution of the core schema).

    Raises:
        BadNumber: infinite, not a number, or of more than `MOST_DIGITS` digits.
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    form = found.lastgroup or ""
    if form == "endless":
        raise BadNumber(ENDLESS)
    if len(text) > MOST_DIGITS:
        raise BadNumber(f"a number of {len(text):,} characters, at most {MOST_DIGITS:,} are read")
    if form == "real":
        real = float(text)
        if math.isinf(real):
            raise BadNumber("the number is too large, expected one within 1.8e308")
        return real
    try:
        integer = int(found[form], _BASES[form])
    except ValueError:  # the host lowered sys.set_int_max_str_digits
        raise BadNumber(f"a number of {len(text):,} digits, more than this Python reads") from None
    if integer.bit_length() > MOST_BITS:
        raise BadNumber(f"a number of more than {MOST_DIGITS:,} digits")
    return integer
