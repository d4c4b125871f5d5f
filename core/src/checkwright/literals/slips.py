"""Slips of an author in a text that a response is searched for: what is valid and hardly meant."""

import unicodedata
from collections.abc import Iterator, Sequence

from ..text.invisible import without_invisible
from ..text.typography import other_spelling, without_typography
from ..text.unicode import fold
from ..wording import shown

__all__ = ["control_slip", "value_slips"]

#: Control characters that a text may well be meant to hold.
_MEANT = "\t\n\r"


def control_slip(text: str) -> str | None:
    """Return what to say of the first control character in `text`, tab and line ends aside; else None."""
    for character in text:
        if unicodedata.category(character) == "Cc" and character not in _MEANT:
            code = f"U+{ord(character):04X}"
            if character == "\b":
                return (
                    f"{shown(text)} holds the control character {code}: in double quotes YAML reads \\b as a "
                    "backspace, write the text in single quotes"
                )
            return f"{shown(text)} holds the control character {code}, which replies hardly hold"
    return None


def value_slips(values: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Return one by one the index of a value and what to say of it, for every slip in literal texts.

    A value with a control character, one with white space at an end, and one with an apostrophe, a quote or a
    hyphen that replies often write the other way, unless that form is listed too.
    """
    spellings: dict[str, set[str]] = {}
    for value in values:
        spellings.setdefault(_plain(value), set()).add(fold(value))
    for index, value in enumerate(values):
        if slip := control_slip(value):
            yield index, slip
        if value != value.strip():
            where = "begins" if value[0].isspace() else "ends"
            yield index, f"{shown(value)} {where} with white space, which the response has to hold as well"
        spelling = other_spelling(value)
        if spelling is not None and len(spellings[_plain(value)]) == 1:
            here, there = spelling
            yield (
                index,
                f"{shown(value)}: replies often write {there} (U+{ord(there):04X}) for {here} "
                f"(U+{ord(here):04X}), which is another text; list that form too if it is meant",
            )


def _plain(value: str) -> str:
    return without_typography(fold(without_invisible(value)))
