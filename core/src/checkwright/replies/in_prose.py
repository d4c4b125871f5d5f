"""Find the objects, or else the lists, that stand in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from .strict_json import strict

__all__ = ["MOST_REFUSED", "InProse", "hiding", "in_prose"]

#: Objects (or lists) of one reply that are tried and are none.
MOST_REFUSED = 50

_OPEN = re.compile(r"[\[{\\]")
#: What may be JSON: an object with a key, a list of values. Braces and brackets of prose, of LaTeX and of
#: code mostly are not.
_LIKELY = re.compile(
    r'\{[ \t\r\n]*+"(?:[^"\\\r\n]++|\\[^\r\n])*+"[ \t\r\n]*+:'
    r'|\[[ \t\r\n]*+(?:[\[{"\-0-9]|(?:true|false|null)\b)'
)
#: `[0, 1)`, a half-open interval.
_INTERVAL = re.compile(r"\[[^\[\](){}\"\r\n]*+\)")
#: All up to the next bracket that stands in no quoted text; a quote that nothing closes on its line is a
#: character like any other.
_STEP = re.compile(
    r'[^\[\]{}"\\]*+(?:(?:"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+"|\\.?|")[^\[\]{}"\\]*+)*+([\[\]{}])',
    re.DOTALL,
)


class InProse(NamedTuple):
    """What stands in prose.

    noun: "object" or "list". values: each with its span. refused: how many turned out to be no strict
    JSON; first: the span of the first of these, its end None when the text cuts it off.
    """

    noun: str
    values: Sequence[tuple[Any, tuple[int, int]]]
    refused: int
    first: tuple[int, int | None] | None


def in_prose(text: str, start: int, apart: Sequence[tuple[int, int]]) -> InProse:
    """Find the objects from `start` that stand in no other bracket, or else the lists.

    What is inside brackets that hold no JSON, or that nothing closes, is not looked at; `{}`, `[]` and
    `[n]` do not count.

    apart: the spans of blocks, in order, which are no prose.
    """
    prose = _without(text, apart)
    spans = list(_candidates(prose, start))
    for opener, noun in (("{", "object"), ("[", "list")):
        seen = _tried(prose, [span for span in spans if prose[span[0]] == opener], noun)
        if seen.values or seen.refused:
            break
    return seen


def hiding(text: str, start: int, apart: Sequence[tuple[int, int]]) -> int | None:
    """Return the bracket from `start` that nothing closes, where something like JSON follows, else None."""
    prose = _without(text, apart)
    begin = next((begin for begin, end in _outermost(prose, start) if end is None), None)
    return None if begin is None or _LIKELY.search(prose, begin + 1) is None else begin


def _tried(prose: str, spans: Sequence[tuple[int, int | None]], noun: str) -> InProse:
    values = []
    refused = 0
    first: tuple[int, int | None] | None = None
    for begin, end in spans:
        try:
            if end is not None:
                value = strict(prose[begin:end])
                if value and not _is_citation(value):
                    values.append((value, (begin, end)))
                continue
        except ValueError:
            pass
        first = first or (begin, end)
        refused += 1
        if refused > MOST_REFUSED:
            break
    return InProse(noun, values, refused, first)


def _is_citation(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 1 and type(value[0]) in (int, float, Decimal)


def _without(text: str, apart: Sequence[tuple[int, int]]) -> str:
    """Put NUL, which JSON never holds, in place of what is apart; all else stays in its place."""
    parts = []
    at = 0
    for begin, end in apart:
        parts += [text[at:begin], "\0" * (end - begin)]
        at = end
    return "".join((*parts, text[at:])) if parts else text


def _candidates(text: str, start: int) -> Iterator[tuple[int, int | None]]:
    """Yield the span of each bracket that stands in no other and may hold JSON, in order."""
    return (span for span in _outermost(text, start) if _LIKELY.match(text, span[0]))


def _outermost(text: str, start: int) -> Iterator[tuple[int, int | None]]:
    """Yield the span of each bracket that stands in no other, in order.

    The end of one that nothing closes is None. A bracket after a backslash is none.
    """
    at = start
    while found := _OPEN.search(text, at):
        begin = found.start()
        if found[0] == "\\":
            at = begin + 2
        elif interval := _INTERVAL.match(text, begin):
            at = interval.end()
        else:
            end = _end(text, begin)
            yield begin, end
            if end is None:
                return
            at = end


def _end(text: str, start: int) -> int | None:
    """Return where the bracket at `start` is closed, None when nothing closes it.

    A bracket inside that is left open ends with the one around it.
    """
    opened = [text[start]]
    number = {"[": 0, "{": 0, text[start]: 1}
    at = start + 1
    while found := _STEP.match(text, at):
        at = found.end()
        bracket = found[1]
        if bracket in number:
            opened.append(bracket)
            number[bracket] += 1
            continue
        opener = "[" if bracket == "]" else "{"
        while number[opener]:
            last = opened.pop()
            number[last] -= 1
            if last == opener:
                break
        if not opened:
            return at
    return None
