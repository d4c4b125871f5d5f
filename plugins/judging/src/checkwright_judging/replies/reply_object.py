"""Find the one JSON object that is all of a judge's reply."""

from __future__ import annotations

import json
import re
from typing import Any

from checkwright.replies import Broken, fenced_whole, parse_json
from checkwright.wording import named_type, shown

__all__ = ["the_object"]

#: What begins a block of thinking.
_THINKING = re.compile(r"<(think|thinking)(?:\s[^<>]*)?>", re.IGNORECASE)
#: Characters of a reply that a fault quotes.
_QUOTED = 100


def the_object(text: str) -> dict[str, Any] | str:
    """Return the object that a reply is, or in words why it is none.

    White space, a byte order mark, thinking in front and one closed code fence around it are no part of it.
    """
    answer = _after_thinking(text)
    if not answer:
        return "nothing after the thinking" if text.strip().strip("\ufeff") else "the reply is empty"
    body = answer
    if answer[0] in "`~":
        block = fenced_whole(answer)
        if block is None or not block.closed:
            return f"expected one JSON object, found a fence that is not around it: {_quoted(answer)}"
        body = block.text.strip()
    parsed = parse_json(body)
    if isinstance(parsed, Broken):
        return _broken(answer, body, parsed)
    if not isinstance(parsed.value, dict):
        return f"expected one JSON object, found {named_type(parsed.value)}: {_quoted(answer)}"
    return parsed.value


def _after_thinking(text: str) -> str:
    """Return what stands behind one block of thinking in front, which has both its tags.

    A closing tag alone drops nothing, unlike in replies that are graded: what stands before it may be the
    judge's words about a reply that holds it.
    """
    whole = text.strip().removeprefix("\ufeff").strip()
    opened = _THINKING.match(whole)
    if opened is None:
        return whole
    end = re.compile(rf"</{opened[1]}\s*>", re.IGNORECASE).search(whole, opened.end())
    return whole if end is None else whole[end.end() :].strip()


def _broken(answer: str, body: str, broken: Broken) -> str:
    if not broken.grammar and _holds_several(body):
        return f"ambiguous, expected one JSON object and found several: {_quoted(answer)}"
    place = f"line {broken.line}, column {broken.column}"
    return f"expected one JSON object: {broken.reason} ({place}): {_quoted(answer)}"


def _holds_several(text: str) -> bool:
    """Tell whether a text that is no JSON holds two objects, as far as its objects are sound."""
    # Digits stay text, so that a long run of them costs nothing.
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    end = 0
    for _ in range(2):
        start = text.find("{", end)
        if start < 0:
            return False
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return False
    return True


def _quoted(answer: str) -> str:
    return (
        f"it begins {shown(answer[:_QUOTED], 2 * _QUOTED)}" if answer[_QUOTED:] else f"{shown(answer, 200)}"
    )
