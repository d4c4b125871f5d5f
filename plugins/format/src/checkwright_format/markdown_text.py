"""The format markdown: any text; a strict check wants a block that is no paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .plain_text import reader as plain_reader
from .reading import Fits, Misfit, Read

__all__ = ["reader"]

#: Characters that are parsed at a time, or somewhat more.
_PART = 4_000
_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t]*(?=[\r\n])")

_NAMES = {
    "heading_open": "a heading",
    "bullet_list_open": "a list",
    "ordered_list_open": "a list",
    "blockquote_open": "a quote",
    "fence": "a code block",
    "code_block": "a code block",
    "hr": "a thematic break",
    "html_block": "a block of HTML",
}


def reader(strict: bool) -> Read:
    """Make the reader of Markdown."""
    if not strict:
        return plain_reader()
    from markdown_it import MarkdownIt

    # The blocks decide, so the inline rules never run.
    parser = MarkdownIt("commonmark").disable(["inline", "text_join"])

    def block(text: str) -> str | None:
        return next((name for token in parser.parse(text) if (name := _NAMES.get(token.type))), None)

    def read(text: str) -> Fits | Misfit:
        found = next(filter(None, map(block, _parts(text))), None)
        if found is not None:
            return Fits(f"with {found}")
        return Misfit(
            "found paragraphs only, expected a heading, a list, a quote, a code block or another block "
            "that is no paragraph",
            0,
            len(text),
        )

    return read


def _parts(text: str) -> Iterator[str]:
    """Cut a text at blank lines: where only paragraphs stand before one, what follows begins anew."""
    start = 0
    while cut := _BLANK_LINE.search(text, start + _PART):
        yield text[start : cut.start()]
        start = cut.end()
    yield text[start:]
