"""The numbers of a text by value, each read when it is first asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .budget import MOST_PLACES, Budget
from .currencies import NONE, Currency
from .digits import canonical, significant
from .latex import Rendered, render_latex
from .places import Place, places, readings_at
from .prefix import read_prefix
from .suffix import Suffix, read_suffix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkwright import Case

    from .readings import Reading

__all__ = ["Number", "Numbers", "numbers_in", "numbers_of"]

#: Characters before and after digits on which depends what they are read as.
_BEFORE, _AFTER = 64, 96
#: Surroundings of equal digits that are remembered, so that a text that repeats itself is read once.
_MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class Number:
    """One reading of one place of a text.

    value: as `digits.canonical` spells it. mark: "%", "‰" or "".
    start, end: its place in the rendered text, with sign, power of ten, percent and currency.
    """

    value: str
    mark: str
    currency: Currency
    start: int
    end: int


class Numbers:
    """The numbers of a text by value: the first of each mark and currency."""

    __slots__ = ("_packed", "_read", "_rendered")

    def __init__(self, rendered: Rendered) -> None:
        self._rendered = rendered
        self._read: dict[str, tuple[dict[str, list[Number]], int]] = {}
        # Most texts hold far more numbers than facts: until their digits are wanted, each place is one
        # integer.
        self._packed: dict[str, list[int]] = {}
        packed = self._packed
        for (start, end, dated), readings in places(rendered.view):
            place = (start << 9) + ((end - start) << 1) + dated
            for whole, part in readings:
                digits = significant(whole, part)
                if digits in packed:
                    packed[digits].append(place)
                else:
                    packed[digits] = [place]

    def of(self, value: str, budget: Budget) -> Sequence[Number]:
        """Return the numbers of a value, at most one of each mark and currency.

        Raises:
            MatchLimitError: the text has too many different places with these digits.
        """
        digits = value.lstrip("-").partition("e")[0]
        if digits not in self._read:
            self._read[digits] = self._numbers(digits)
        found, cost = self._read[digits]
        budget.spend(cost, digits)
        return found.get(value, ())

    def place(self, number: Number) -> tuple[int, int]:
        """Return the span of a number in the text as it was written."""
        return self._rendered.original(number.start, number.end)

    def _numbers(self, digits: str) -> tuple[dict[str, list[Number]], int]:
        """Read the numbers of the same significant digits; return them and the count of places read."""
        view = self._rendered.view
        found: dict[str, list[Number]] = {}
        seen: set[tuple[str, int]] = set()
        cost = 0
        for packed in self._packed.get(digits, ()):
            start = packed >> 9
            place = Place(start, start + (packed >> 1 & 255), bool(packed & 1))
            if start >= _BEFORE:
                around = view[start - _BEFORE : place.end + _AFTER], packed & 511
                if around in seen:
                    continue
                if len(seen) < _MOST_REMEMBERED:
                    seen.add(around)
            cost += 1
            if cost > MOST_PLACES:
                break
            for number in _numbers(view, place, readings_at(view, place)):
                alike = found.setdefault(number.value, [])
                if not any(
                    number.mark == other.mark and number.currency == other.currency for other in alike
                ):
                    alike.append(number)
        return found, cost


def numbers_of(case: Case) -> Numbers:
    """Return the numbers of a response; call it by `case.memo(numbers_of)`."""
    return Numbers(render_latex(case.text))


def numbers_in(text: str) -> tuple[str, Sequence[Number]]:
    """Return a text as it is rendered, and its numbers, with all readings of all places."""
    view = render_latex(text).view
    return view, [number for place, readings in places(view) for number in _numbers(view, place, readings)]


def _numbers(view: str, place: Place, readings: Sequence[Reading]) -> Iterator[Number]:
    """Yield the readings of one place, or nothing where the text around it shows that it is no number."""
    start, end, dated = place
    if (
        view[start - 1 : start] == "."
        and len(readings) == 1
        and not readings[0][1]
        and _is_decimal_mark(view, start - 1)
    ):
        start -= 1
        readings = [("", readings[0][0])]
    prefix = read_prefix(view, start)
    if prefix is None:
        return
    suffix = Suffix(end) if dated else read_suffix(view, end)
    if suffix is None:
        return
    currency = prefix.currency or suffix.currency
    if prefix.currency and suffix.currency:
        # In $ 42 $ the signs are those of LaTeX; $42 CAD are Canadian dollars.
        currency = (
            NONE if view[suffix.end - 1] == "$" else prefix.currency & suffix.currency or prefix.currency
        )
    for whole, part in readings:
        yield Number(
            canonical(whole, part, suffix.exponent, negative=prefix.negative),
            suffix.mark or prefix.mark,
            currency,
            prefix.start,
            suffix.end,
        )


def _is_decimal_mark(view: str, place: int) -> bool:
    """Return whether the dot at `place` begins a number such as .5."""
    return not place or not (view[place - 1].isalnum() or view[place - 1] in ".)]}…")
