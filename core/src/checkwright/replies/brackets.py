"""Find what brackets hold in prose that may hold JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["candidates"]

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
_STEP = re.compile(r'(?:[^\[\]{}"\\]++|"(?:[^"\\\r\n]++|\\[^\r\n])*+"|\\.?|")*+([\[\]{}])', re.DOTALL)


def candidates(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the span of each bracket that stands in no other and may hold JSON, in order.

    The end of one that the text cuts off is -1. A bracket after a backslash is none.
    """
    at = start
    while found := _OPEN.search(text, at):
        begin = found.start()
        if found[0] == "\\":
            at = begin + 2
            continue
        interval = _INTERVAL.match(text, begin)
        end = _end(text, begin) if interval is None else interval.end()
        if _LIKELY.match(text, begin) and interval is None:
            yield begin, end
        if end < 0:
            return
        at = end


def _end(text: str, start: int) -> int:
    """Give where the bracket at `start` is closed, -1 when it is not; one left open ends with its outer."""
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
    return -1
