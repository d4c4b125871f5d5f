"""Pieces of texts: words of many scripts, parts of replies, and the texts of a check."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

from hypothesis import strategies as st

from checkwright.text import without_surrogates

__all__ = ["CheckText", "Piece", "author_texts", "piece_text", "piece_texts", "pieces"]


@dataclass(frozen=True, slots=True)
class CheckText:
    """Stands for a text of the check, changed in some way; replaced by it when the check is known."""

    number: int
    change: str


#: A text, or a placeholder for a text of the check.
Piece: TypeAlias = str | CheckText

_WORDS = (
    "the", "answer", "is", "not", "sorry", "Yes", "I", "cannot", "refund", "HELLO", "42", "29",
    "1,234.50", "-5", "$29.00", "60%", "2024-01-05", "3.2e-30", "0", "straße", "STRASSE", "ﬃ",
    "İstanbul", "ıstanbul", "Σίσυφος", "ΐ", "привет", "мир", "日本語", "答え", "안녕", "ไทย", "مرحبا",
    "שלום", "नमस्ते", "१२", "e\u0301", "é", "Å", "a\u200bb", "👩‍👩‍👧", "🙂", "x_y", "search_flights",
    "example.org", "a@b.c", "’", "«»", "…", ".", ",", "!", "?", "\t", "\xa0", "\u2028", "\r\n",
    "\\", "'", '"', "`", "```", "{}", "[]", "[1]", '{"a": 1}', "null", "true", "<b>", "</b>",
    "<?php", "<!-- x -->", "# T", "- x", "> q", "| a | b |", "---", "**b**", "$x$", "&amp;", "%s",
    "\x1b[31m", "\x00", "\ud800", "a\udfffb",
)  # fmt: skip

#: Texts that authors write into fields besides words: patterns, paths, references; and line breaks.
_SYNTAX = (
    "(", ")", "[a-z]+", "\\d{2,}", "a|b", "^the", "end$", ".*", "(?i)x", "*", "[", "a{", "\\",
    "(?<n>x)", "expected", "expected.answer", "metadata.x", "expected.facts", "rubric/x@1.0",
    "/a/0", "$.a", "{{code}}", "a b", "x\ny", "x\x1b[1my", "x\u202ey", "/", "//", "%", "a" * 300,
)  # fmt: skip


def _inside(text: str) -> str:
    middle = len(text) // 2
    return f"{text[:middle]}\u200b{text[middle:]}"


_CHANGES: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "as it is": lambda text: text,
        "upper": str.upper,
        "lower": str.lower,
        "title": str.title,
        "folded": str.casefold,
        "decomposed": lambda text: unicodedata.normalize("NFD", text),
        "wide": lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
        "cut": lambda text: text[:-1],
        "doubled": lambda text: text * 2,
        "in a word": lambda text: f"x{text}x",
        "with a gap": _inside,
        "in two lines": lambda text: text.replace(" ", "\n"),
        "quoted": lambda text: f'"{text}"',
        "marked": lambda text: f"**{text}**",
        "accented": lambda text: f"{text}\u0301",
    }
)


@cache
def pieces() -> st.SearchStrategy[Piece]:
    """Draw a piece of a reply; it shrinks to a common word."""
    taken = [CheckText(number, change) for number in range(4) for change in _CHANGES]
    return st.one_of(st.sampled_from([*_WORDS, *taken]), st.text(st.characters(), max_size=6))


@cache
def author_texts() -> st.SearchStrategy[str]:
    """Draw a text of an author, without lone surrogates, which no document can hold."""
    # Surrogates are replaced afterwards: to exclude them hypothesis would have to read all of Unicode first.
    whole = st.text(st.characters(), max_size=8).map(without_surrogates)
    known = st.sampled_from([without_surrogates(word) for word in _WORDS])
    words = st.lists(known, min_size=1, max_size=3).map(" ".join)
    return st.one_of(known, words, st.sampled_from(_SYNTAX), whole)


def piece_text(piece: Piece, texts: Sequence[str]) -> str:
    """Return the text of a piece, with the texts of a check."""
    if isinstance(piece, str):
        return piece
    return _CHANGES[piece.change](texts[piece.number % len(texts)]) if texts else "nothing"


def piece_texts(value: Any, texts: Sequence[str]) -> Any:
    """Return a JSON value with the text of every piece in it."""
    if isinstance(value, str | CheckText):
        return piece_text(value, texts)
    if isinstance(value, Mapping):
        return {key: piece_texts(part, texts) for key, part in value.items()}
    if isinstance(value, list):
        return [piece_texts(part, texts) for part in value]
    return value
