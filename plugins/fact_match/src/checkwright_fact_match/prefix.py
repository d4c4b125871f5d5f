"""Read what precedes a number: sign and currency, or text that shows that it is no number."""

import re
from dataclasses import dataclass

from .currencies import NONE, SYMBOLS, Currency, currency_before, currency_of_symbol, is_known_symbol
from .readings import HARD_SPACES
from .scripts import LETTER, without_marks
from .units import unit

__all__ = ["Prefix", "read_prefix"]


@dataclass(frozen=True, slots=True)
class Prefix:
    """What precedes a number.

    start: the start of the number with its sign and currency. mark: "%" when that stands in front.
    """

    start: int
    negative: bool = False
    currency: Currency = NONE
    mark: str = ""


_SPACE = f"[ {HARD_SPACES}]"
#: Hyphens that also stand for a minus; after a letter they join words.
_HYPHENS = frozenset("-‐‑－﹣")
_PLUS = frozenset("+＋﹢")
_SIGNS = _HYPHENS | _PLUS | frozenset("−–")
#: Characters in front of a number that are read; no pattern here needs more.
_NEAR = 12

#: Characters with which no pattern below ends.
_APART = frozenset(',;"=[{|\n\t')
#: Two characters with which no pattern below ends, such as the end of a sentence.
_NOTHING = re.compile(r"[\d,;:!?\")] ")
#: After one of these a sign stands between two operands: 10-20, 5%-6%, x)-1.
_OPERAND = re.compile(rf"(?:{LETTER}|[\d²³)\]}}%‰°′″–—−{SYMBOLS}‐‑－﹣-]|(?<!\.)\.)\Z")
#: The first number of a range and its dash, after which a minus may follow: −10–−5.
_RANGE = re.compile(rf"(?:[\d%‰′″℃℉]|°[CF]?|\d{_SPACE}?{LETTER}{{1,4}}){_SPACE}?[–—]\Z")
_LETTER_END = re.compile(rf"{LETTER}\Z")
_UNIT_END = re.compile(rf"\d{_SPACE}?({LETTER}+)\Z")
_NO_NUMBER = re.compile(
    rf"\d{_SPACE}?[/⁄∕]{_SPACE}?\Z|\d:\Z|\d\*\*\Z|\^\Z"  # 1/2, 12:30, 2**3, 2^3
    rf"|[√∛∜]{_SPACE}?\(?\Z|sqrt\(\Z"
    rf"|{LETTER}\Z|[^\W_]_{{1,3}}\Z"  # H2, x_1
)
_WORD_END = re.compile(r"(?<![^\W_])([^\W\d_]{2,3}\.?)\Z")
_SYMBOL = re.compile(f"[{SYMBOLS}]")
_CHINESE_PERCENT = "百分之"
_COUNTRY_END = re.compile(r"(?<![^\W_])[A-Z]{1,2}\Z")


def read_prefix(text: str, start: int) -> Prefix | None:
    """Return what precedes the number that begins at `start`; None when that shows that it is no number."""
    if not start or text[start - 1] in _APART or _NOTHING.match(text, start - 2):
        return Prefix(start)
    inner = text[start - 1] in _SIGNS
    currency, place = _currency(text, start - inner)
    outer = bool(currency) and not inner and place > 0 and text[place - 1] in _SIGNS
    place -= outer
    near = without_marks(text[max(0, place - _NEAR) : place])
    if (inner or outer) and _OPERAND.search(near) and not (inner and _is_range_minus(text[start - 1], near)):
        if (
            not currency
            and text[start - 1] in _HYPHENS
            and _LETTER_END.search(near)
            and not _ends_in_amount(near)
        ):
            return None
        return Prefix(place + 1, currency=currency) if outer else Prefix(start)
    if _NO_NUMBER.search(near) and not (currency and _LETTER_END.search(near)):
        return None
    if inner or outer:
        return Prefix(place, text[start - 1 if inner else place] not in _PLUS, currency)
    if not currency and near[-1:] == "%" and not near[-2:-1].isalnum():
        return Prefix(start - 1, mark="%")
    if near.endswith(_CHINESE_PERCENT):
        return Prefix(start - len(_CHINESE_PERCENT), mark="%")
    return Prefix(place, currency=currency)


def _ends_in_amount(near: str) -> bool:
    """Return whether `near` ends in a number with a unit, as in 5kg-10kg."""
    match = _UNIT_END.search(near)
    return match is not None and bool(unit(match[1]))


def _is_range_minus(sign: str, near: str) -> bool:
    """Return whether a sign after `near` is the minus of the second number of a range."""
    return sign in "-−" and _RANGE.search(near) is not None


def _currency(text: str, place: int) -> tuple[Currency, int]:
    """Return the currency in front of `place` and its start; NONE and `place` without one."""
    near = text[max(0, place - _NEAR) : place]
    written = near[:-1] if near[-1:] == " " or near[-1:] in HARD_SPACES else near
    gap = len(near) - len(written)
    if _SYMBOL.match(written[-1:]):
        if gap and written[:-1].rstrip()[-1:].isdigit():  # the 10 € of "10 € 20"
            return NONE, place
        country = _COUNTRY_END.search(written[:-1])
        name = country[0] + written[-1] if country else written[-1]
        if not is_known_symbol(name):
            name = written[-1]
        return currency_of_symbol(name), place - gap - len(name)
    if word := _WORD_END.search(written):
        currency = currency_before(word[1])
        if currency:
            return currency, place - gap - len(word[1])
    return NONE, place
