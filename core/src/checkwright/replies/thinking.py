"""Find where the answer of a reply starts: behind the thinking that servers leave in front of it."""

from __future__ import annotations

import json
import re

from .strict_json import examined, strict

__all__ = ["answer_start"]

_MARK = re.compile(r"\s*+\ufeff")
_TAG = r"<\s*+{}think(?:ing)?+(?![^\s/>])[^<>]*+>"
_OPENING = re.compile(_TAG.format(""), re.IGNORECASE)
_LEADING = re.compile(r"\s*+" + _TAG.format(""), re.IGNORECASE)
_CLOSING = re.compile(_TAG.format(r"/\s*+"), re.IGNORECASE)
_FENCED = re.compile(r"([`~])\1{2,}+[^`\r\n]*+[\r\n]")
#: The last characters of a JSON text that holds a tag, by its first.
_ENDS = {"{": "}", "[": "]", '"': '"'}


def answer_start(text: str) -> int:
    """Return where the answer starts: after a byte order mark and the thinking in front.

    Thinking is what stands in `<think>` or `<thinking>`, in any case, with attributes or blanks inside
    the tag, closed by either name, several in a row; `<think/>` is empty. One that is not closed runs to
    the end, and leaves no answer. Servers put the opening tag into the prompt: where none stands before
    the first closing tag, everything up to that is thinking, unless the reply is JSON as a whole, fenced
    or not.
    """
    start = _behind_blocks(text, 0)
    closing = _CLOSING.search(text, start) if "<" in text else None
    if closing is None or _opens(text[: closing.start()]) or _is_json(text[start:].strip()):
        return start
    return _behind_blocks(text, closing.end())


def _behind_blocks(text: str, start: int) -> int:
    """Pass byte order marks and blocks of thinking."""
    while True:
        mark = _MARK.match(text, start)
        start = mark.end() if mark else start
        opening = _LEADING.match(text, start)
        if opening is None:
            return start
        start = opening.end()
        if not _is_empty(opening[0]):
            closing = _CLOSING.search(text, start)
            start = closing.end() if closing else len(text)


def _opens(text: str) -> bool:
    return any(not _is_empty(tag[0]) for tag in _OPENING.finditer(text))


def _is_empty(tag: str) -> bool:
    return tag[:-1].rstrip().endswith("/")


def _is_json(text: str) -> bool:
    """Tell whether a text is JSON by its grammar, or a fence around such a text."""
    fence = _FENCED.match(text)
    if fence is not None and text.endswith(fence[1] * 3):
        text = text[fence.end() :].rstrip(fence[1]).strip().removeprefix("\ufeff")
    if text[-1:] != _ENDS.get(text[:1]):
        return False
    try:
        strict(text)
    except json.JSONDecodeError:
        return False
    except ValueError:
        return examined(text).grammar
    return True
