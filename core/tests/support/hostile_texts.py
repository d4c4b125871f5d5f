"""Texts that are hard to read, of any length: from models that went wrong, and as an attack would be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

__all__ = ["HOSTILE", "hostile", "repeated"]

#: Units that are repeated; where one may begin something, each place begins it anew and nothing ends it.
_UNITS = {
    "one letter": "x",
    "blanks": " ",
    "line feeds": "\n",
    "line ends of CR and LF": "a\r\n",
    "line separators": "a\u2028b\u0085",
    "a long number": "7",
    "numbers": "1,234.50 ",
    "numbers with separators": "1.234,5 67'890 1 000 ",
    "lists of numbers": "(1,2,3),",
    "numbers in math": "$-\\boxed{5}$ \\frac{1}{2} x_1^{2} 28\\% ",
    "exponents": "1e999999999 ",
    "signs": "-+",
    "dates": "2024-01-05T12:00:00Z ",
    "open brackets": "[",
    "open braces": "{",
    "open parentheses": "(",
    "open objects": '{"a":',
    "open lists of objects": '[{"a":1,',
    "small objects": '{"a":1} ',
    "small different lists": "[1,[2]]\n",
    "quotes": '"',
    "backslashes": "\\",
    "escapes": "\\u00e9\\n",
    "ticks": "`",
    "spans of code": "`a`` ",
    "fences": "```\n",
    "labelled fences": "```json\n{}\n```\n",
    "tilde fences": "~~~\n",
    "quote marks": "> ",
    "nested list items": "- ",
    "numbered list items": "1. a\n   ",
    "emphasis": "**_",
    "emphasis around letters": "*a_b**",
    "links": "[a](",
    "nested links": "![[",
    "link definitions": "[a]: b\n",
    "headings": "# a\n",
    "underlined headings": "a\n===\n",
    "tables": "|a|b|\n|-|-|\n",
    "open tags": "<p>",
    "broken tags": "<a ",
    "attributes": '<a b="',
    "void tags": "<br/><i></i>",
    "wrong nesting": "<b><i></b></i>",
    "comments": "<!--",
    "declarations": "<!DOCTYPE a [<!ENTITY b 'c'>]>&b;",
    "character references": "&amp;&#x41;&",
    "thinking": "<think>",
    "ends of thinking": "</think>",
    "blocks of thinking": "<thinking>a</think>\n",
    "front matter": "---\na: b\n",
    "anchors and aliases": "- &a [*a]\n",
    "nested mappings": "a: ",
    "flow mappings": "{a: [",
    "explicit keys": "? a\n: b\n",
    "records of CSV": 'a,"b"\n',
    "broken records of CSV": '"a,',
    "code of PHP": "<?php echo 1; ?>\n",
    "comments of PHP": "<?php /* // #\n",
    "addresses": "a@b.c,https://a.b/?c=d#e ",
    "accents": "e\u0301\u0323",
    "accents alone": "\u0301\u0323",
    "letters that fold to several": "ßﬃİΐ",
    "parts of syllables": "\u1112\u1161\u11ab",
    "Han": "日本語答え",
    "right to left": "שלום مرحبا ",
    "digits of scripts": "१२३٤٥٦ ",
    "zero width spaces": "\u200b",
    "letters split by zero width spaces": "s\u200bo\u200br\u200br\u200by\u200b ",
    "typographic characters": "can\u2019t \u201cwell\u2010known\u201d\u00a0",
    "emoji": "👩\u200d👩\u200d👧🏽❤\ufe0f",
    "NUL": "\0a",
    "lone surrogates": "\ud800a\udfff",
    "control characters": "\x1b[31m\x08\x7f",
}
_PROSE = 'The quick brown fox, aged 42, jumps over the lazy dog; "why" asks Zoë? No one knows. '


def repeated(unit: str, size: int) -> str:
    """Return `unit` again and again, cut to `size` characters."""
    return (unit * (size // len(unit) + 1))[:size]


def _random(alphabet: str) -> Callable[[int], str]:
    return lambda size: "".join(random.Random(size).choices(alphabet, k=size))


def _counted(form: str) -> Callable[[int], str]:
    """Return what writes a form with rising numbers, so that no part stands twice."""
    return lambda size: "".join(form.format(number) for number in range(size // len(form) + 1))[:size]


def _nested(size: int) -> str:
    """Return nested tags, half of them closing: the deepest XML of that length."""
    return "<a>" * (size // 7) + "</a>" * (size // 7)


def _json_list(size: int) -> str:
    """Return valid JSON: a list of objects of about that length."""
    rows = [{"id": number, "name": f"n{number}", "x": [number, None]} for number in range(size // 64)]
    return json.dumps(rows)


def _json_object(size: int) -> str:
    """Return valid JSON: an object with very many keys."""
    return json.dumps({f"k{number}": number for number in range(size // 20)})


_MADE: dict[str, Callable[[int], str]] = {
    "prose": lambda size: repeated(_PROSE, size),
    "letters in no order": _random("abcdefghij "),
    "marks in no order": _random("[]{}()<>\"'`*_#|:-,\n a1"),
    "words of their own": _counted("word{} "),
    "numbers of their own": _counted("{} "),
    "headings of their own": _counted("## Part {}\n\n"),
    "links of their own": _counted("[a{0}]: <b>\n[a{0}] "),
    "objects of their own": _counted('{{"a": {}}}\n'),
    "tags of their own": _counted("<t{}>"),
    "nested tags": _nested,
    "a list in JSON": _json_list,
    "an object in JSON": _json_object,
}

#: What makes each text, by its name.
HOSTILE: Mapping[str, Callable[[int], str]] = MappingProxyType(
    _MADE | {name: (lambda size, unit=unit: repeated(unit, size)) for name, unit in _UNITS.items()}
)


def hostile(name: str, size: int) -> str:
    """Return the text of that name, of at most `size` characters."""
    text = HOSTILE[name](size)
    assert len(text) <= size, name
    return text
