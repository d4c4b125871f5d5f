"""The readings of a run of digits and separators: it may stand for several numbers, or for a list."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from .digits import MOST_DIGITS, ascii_digits

__all__ = ["HARD_SPACES", "RUN", "Reading", "readings", "split_run"]

#: The digits before and after the decimal mark, 0 to 9 only.
Reading: TypeAlias = tuple[str, str]

#: No-break, figure, punctuation, thin and hair spaces, as the inside of a character class of `re`.
HARD_SPACES = "\u00a0\u2006-\u200a\u202f"

#: A run: digits of any script with single separators between them.
RUN = re.compile(rf"\d+(?:[,.'’_٬٫，．{HARD_SPACES}]\d+)*")

#: Separators as `_FORMS` spells them; "~" can only be a decimal mark.
_PLAIN = str.maketrans({"’": "'", "٬": "'", "٫": "~", "，": ",", "．": "."})
_HARD_SPACE = re.compile(f"[{HARD_SPACES}]")
_NO_DIGIT = re.compile("[^0-9]+")

_HEAD = "[1-9][0-9]{0,2}"
#: In order, English first: of a fact only the first reading counts.
_FORMS = tuple(
    re.compile(f"({whole})(?:{part})?" if part else f"({whole})()")
    for whole, part in (
        ("[0-9]+", "[.~]([0-9]+)"),  # 1234567.89
        (f"{_HEAD}(?:,[0-9]{{3}})+", r"\.([0-9]+)"),  # English: 1,234,567.89
        ("[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}", r"\.([0-9]+)"),  # lakh: 12,34,567.89
        ("[0-9]+(?=,[0-9]{1,2}$)|0(?=,)", ",([0-9]+)"),  # decimal comma: 1234567,89 and 0,125
        (rf"{_HEAD}(?:\.[0-9]{{3}})+", ",([0-9]+)"),  # German: 1.234.567,89
        (f"{_HEAD}(?:'[0-9]{{3}})+", "[.,~]([0-9]+)"),  # Swiss: 1'234'567.89
        (f"{_HEAD}(?: [0-9]{{3}})+", "[.,]([0-9]+)"),  # French: 1 234 567,89
        (f"{_HEAD}(?:_[0-9]{{3}})+", r"\.([0-9]+)"),  # programs: 1_234_567.89
    )
)


def readings(run: str) -> Sequence[Reading]:
    """Return every number that a run of at most 64 digits can stand for as a whole, the English one first.

    1.234 is 1.234 and 1234. A comma before three digits separates thousands, so 1,234 is 1234 only.
    """
    if run.isdecimal():
        return ((ascii_digits(run), ""),) if len(run) <= MOST_DIGITS else ()
    if len(run) >= 2 * MOST_DIGITS:
        return ()
    plain = _HARD_SPACE.sub(" ", ascii_digits(run).translate(_PLAIN))
    if sum(map(len, _NO_DIGIT.split(plain))) > MOST_DIGITS:
        return ()
    return [
        (_NO_DIGIT.sub("", match[1]), match[2] or "")
        for match in (form.fullmatch(plain) for form in _FORMS)
        if match
    ]


def split_run(text: str, start: int, end: int) -> Iterator[tuple[int, int, Sequence[Reading]]]:
    """Yield the numbers of the run text[start:end], each with its span and readings.

    A run without a reading as a whole is a list, split at its spaces and then at its commas: 1,2,3 is three
    numbers. Parts without a reading, such as the version 3.2.1, are left out.
    """
    run = text[start:end]
    found = readings(run)
    if found:
        yield start, end, found
        return
    for separators in (_HARD_SPACE, _COMMA):
        if separators.search(run):
            place = start
            for piece in separators.split(run):
                if separators is _HARD_SPACE:
                    yield from split_run(text, place, place + len(piece))
                elif found := readings(piece):
                    yield place, place + len(piece), found
                place += len(piece) + 1
            return


_COMMA = re.compile("[,，]")
