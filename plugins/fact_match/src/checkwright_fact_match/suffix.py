"""Read what follows a number: power of ten, percent and currency, or text that shows that it is no number."""

import re
from dataclasses import dataclass

from .currencies import NONE, SYMBOLS, Currency, currency_after, currency_of_symbol
from .latex import APART, FUNCTION
from .readings import HARD_SPACES
from .scripts import HANGUL, LETTER, UNSPACED
from .units import PER_MILLE, PERCENT, spaced_unit, unit

__all__ = ["Suffix", "read_suffix"]


@dataclass(frozen=True, slots=True)
class Suffix:
    """What follows a number.

    end: the end of the number with its power of ten, percent and currency.
    mark: "%", "‰" or "".
    currency: a currency; or a unit, which stands behind `end`.
    """

    end: int
    exponent: int = 0
    mark: str = ""
    currency: Currency = NONE


_SPACE = f"[ {HARD_SPACES}]"
#: Marks of emphasis, of writing direction and of LaTeX, through which the reader sees: **60** %, $60$ %.
_MARKUP = rf"[*_`{{}}{APART}\u200b-\u200f\u061c\u2060]"
_GAP = rf"{_MARKUP}{{0,6}}{_SPACE}{{0,3}}{_MARKUP}{{0,6}}{_SPACE}?"
_HYPHEN = "[-‐‑]"
_SLASH = "[/⁄∕]"
_DASH = "[.,][-–—]"

#: Text with which no pattern below begins; it follows most numbers.
_NOTHING = re.compile(r"[\n)\]!?;\"'|>=~]|[.,]?\Z|[.,][\s\"')*\d]|\*{1,2}(?:[\n.,;:!?)|]|\Z)")
#: At most one blank, and markup on both sides of it.
_AROUND = rf"{_MARKUP}{{0,4}}{_SPACE}?{_MARKUP}{{0,4}}"
_SIGN = "[+−–‑-]"
_POWER = re.compile(
    rf"[eE]({_SIGN}?[0-9]{{1,9}})(?!\d)"
    rf"|{_AROUND}[×xX*·⋅∙✕]{_AROUND}10{_MARKUP}{{0,3}}(?:([⁺⁻]?[⁰¹²³⁴-⁹]{{1,9}})|\*\*({_SIGN}?[0-9]{{1,9}})(?!\d))"
)
_NO_NUMBER = re.compile(
    rf"{_MARKUP}{{0,4}}[⁰¹²³⁴-ⁿ₀-ₜ^]|\*\*\d|{_AROUND}[¼-¾⅐-⅞↉]|{_AROUND}{_SLASH}{_AROUND}\d|:\d"
    rf"|{_GAP}(?:[√∛∜{FUNCTION}]|π(?!{LETTER})|μ(?!{_AROUND}{LETTER}))"  # what the number multiplies
    rf"|{_MARKUP}{{0,4}}(?:{_SPACE}|-){_MARKUP}{{0,4}}\d{{1,9}}{_SLASH}\d|_{{1,3}}[^\W_]"
)
_TOUCHING = re.compile(rf"((?:{LETTER})+)([²³])?(\d)?")
_MARK = re.compile(rf"{_GAP}{_HYPHEN}?(?:(?P<percent>{PERCENT})|{PER_MILLE})(?!{_SPACE}?\d)", re.IGNORECASE)
_SYMBOL = re.compile(
    rf"(?:{_DASH})?{_GAP}([{SYMBOLS}])(?!{_MARKUP}{{0,4}}\d)|{_HYPHEN}([{SYMBOLS}])(?!{_SPACE}?\d)"
)
_WORD = re.compile(
    rf"(?:{_DASH})?{_GAP}([{UNSPACED}{HANGUL}]|(?:{LETTER}){{2,7}}(?![^\W_]))"
    rf"|{_HYPHEN}((?:{LETTER}){{2,7}})(?![^\W_]|{_SPACE}?\d)"
)
_UNIT = re.compile(rf"(?P<gap>{_GAP})(?P<unit>(?:{LETTER}){{1,7}})(?![^\W_])")
_PRICE_DASH = re.compile(_DASH)

_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻−–‑", "0123456789+----")


def read_suffix(text: str, end: int) -> Suffix | None:
    """Return what follows the number that ends at `end`; None when that shows that it is no number."""
    if _NOTHING.match(text, end):
        return Suffix(end)
    exponent = 0
    if power := _POWER.match(text, end):
        exponent = int((power[1] or power[2] or power[3]).translate(_DIGITS))
        end = power.end()
    if _NO_NUMBER.match(text, end) or not _may_touch(text, end):
        return None
    if mark := _MARK.match(text, end):
        return Suffix(mark.end(), exponent, "%" if mark["percent"] else "‰")
    if symbol := _SYMBOL.match(text, end):
        return Suffix(symbol.end(), exponent, currency=currency_of_symbol(symbol[1] or symbol[2]))
    if (word := _WORD.match(text, end)) and (currency := currency_after(word[1] or word[2])):
        return Suffix(word.end(), exponent, currency=currency)
    dash = _PRICE_DASH.match(text, end)
    return Suffix(dash.end() if dash else end, exponent, currency=_unit(text, end))


def _unit(text: str, end: int) -> Currency:
    """Return the unit behind the number as a currency, so that it contradicts every amount of money."""
    match = _UNIT.match(text, end)
    name = "" if match is None else (spaced_unit if match["gap"] else unit)(match["unit"])
    return frozenset((name,)) if name else NONE


def _may_touch(text: str, end: int) -> bool:
    """Return whether the letters directly at `end` are none, a unit or a currency."""
    touching = _TOUCHING.match(text, end)
    if not touching:
        return True
    word = touching[1]
    if touching[3]:
        return False
    if word == "s" and text[end - 4 : end].isdecimal():  # a decade: 1990s
        return False
    return bool(unit(word) or currency_after(word))
