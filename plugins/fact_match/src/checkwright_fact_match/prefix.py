"""Read what precedes a number: sign and currency, or text that shows that it is no number."""

import re
from dataclasses import dataclass

from .currencies import NONE, SYMBOLS, Currency, currency_before, currency_of_symbol, is_known_symbol
from .latex import APART
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
_NEAR = 24
#: Marks of emphasis and of LaTeX, through which the reader sees: -**5**, $-\boxed{5}$.
_MARKUP = f"*_`{{}}{APART}"
#: Such marks in one place.
_MOST_MARKUP = 8

#: Characters with which no pattern below ends.
_NOTHING_BEFORE = frozenset(',;"=[|\n\t')
#: Two characters with which no pattern below ends, such as the end of a sentence.
_NOTHING = re.compile(r"[\d,;:!?\")] ")
#: After one of these a sign stands between two operands: 10-20, 5%-6%, x)-1.
_OPERAND = re.compile(rf"(?:{LETTER}|[\d⁰-ₜ²³¹¼-¾⅐-⅞)\]}}%‰°′″–—−{SYMBOLS}‐‑－﹣-]|(?<!\.)\.)\Z")
#: The first number of a range and its dash, after which a minus may follow: −10–−5.
_RANGE = re.compile(rf"(?:[\d%‰′″℃℉]|°[CF]?|\d{_SPACE}?{LETTER}{{1,4}}){_SPACE}?[–—]\Z")
_LETTER_END = re.compile(rf"{LETTER}\Z")
_UNIT_END = re.compile(rf"\d{_SPACE}?({LETTER}+)\Z")
_AROUND = f"[{_MARKUP}]{{0,4}}{_SPACE}?[{_MARKUP}]{{0,4}}"
_NO_NUMBER = re.compile(
    rf"\d{_AROUND}[/⁄∕]{_AROUND}\Z|\d:\Z|\^\Z"  # 1/2, 12:30, 2^3
    rf"|[√∛∜]{_AROUND}\(?\Z|sqrt\(\Z"
    rf"|{LETTER}\Z|[^\W_]_{{1,3}}\Z"  # H2, x_1
)
_POWER = re.compile(r"\d\*\*\Z")
#: Emphasis or code that ends here.
_CLOSED = re.compile(rf"([*_`]{{1,3}})[^\s*_`][^*`]{{0,40}}?(?<=[^\s*`])\1[{{}}{APART}]*\Z")
_WORD_END = re.compile(r"(?<![^\W_])([^\W\d_]{2,3}\.?)\Z")
_SYMBOL = re.compile(f"[{SYMBOLS}]")
_CHINESE_PERCENT = "百分之"
_COUNTRY_END = re.compile(r"(?<![^\W_])[A-Z]{1,2}\Z")


def read_prefix(text: str, start: int) -> Prefix | None:
    """Return what precedes the number that begins at `start`; None when that shows that it is no number."""
    if not start or text[start - 1] in _NOTHING_BEFORE or _NOTHING.match(text, start - 2):
        return Prefix(start)
    sign = _before_markup(text, start)
    inner = sign > 0 and text[sign - 1] in _SIGNS
    currency, place = _seen_currency(text, sign - 1 if inner else start)
    outer = False
    if currency and not inner:
        sign = _before_markup(text, place)
        outer = sign > 0 and text[sign - 1] in _SIGNS
        place = sign - 1 if outer else place
    near = without_marks(text[max(0, place - _NEAR) : place])
    bare = _without_closed(near)
    if _POWER.search(near) and bare == near:
        return None
    if (inner or outer) and _OPERAND.search(bare) and not (inner and _is_range_minus(text[sign - 1], bare)):
        if (
            not currency
            and text[sign - 1] in _HYPHENS
            and _LETTER_END.search(bare)
            and not _ends_in_amount(bare)
        ):
            return None
        return Prefix(place + 1, currency=currency) if outer else Prefix(start)
    if _NO_NUMBER.search(near) and not (currency and _LETTER_END.search(near)):
        return None
    if inner or outer:
        return Prefix(place, text[sign - 1] not in _PLUS, currency)
    if not currency:
        seen = near.rstrip(_MARKUP)
        if seen[-1:] == "%" and not seen[-2:-1].isalnum():
            return Prefix(place - len(near) + len(seen) - 1, mark="%")
        if seen.endswith(_CHINESE_PERCENT):
            return Prefix(place - len(near) + len(seen) - len(_CHINESE_PERCENT), mark="%")
    return Prefix(place, currency=currency)


def _before_markup(text: str, place: int) -> int:
    """Return the end of what stands before the marks of emphasis and LaTeX in front of `place`."""
    least = max(0, place - _MOST_MARKUP)
    while place > least and text[place - 1] in _MARKUP:
        place -= 1
    return place


def _without_closed(near: str) -> str:
    """Return `near` without the marks that close emphasis or a LaTeX command at its end."""
    bare = near.rstrip(f"{{}}{APART}")
    closed = _CLOSED.search(bare)
    return bare[: -len(closed[1])].rstrip(f"{{}}{APART}") if closed else bare


def _seen_currency(text: str, place: int) -> tuple[Currency, int]:
    """Return the currency in front of `place`, also where markup stands between; NONE and `place` without."""
    found = _currency(text, place)
    if not found[0] and (seen := _before_markup(text, place)) < place:
        behind = _currency(text, seen)
        if behind[0]:
            return behind
    return found


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
