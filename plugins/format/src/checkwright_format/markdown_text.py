"""The format markdown: any text; a strict check wants a block that is no paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .plain_text import reader as plain_reader
from .reading import Fits, Misfit, Read

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

__all__ = ["reader"]

#: Characters that are parsed at a time, or somewhat more.
_PART = 4_000
_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t]*(?=[\r\n])")

#: What the parser is inside of when it has found a block that holds others.
_CONTAINERS = {"blockquote": "a quote", "list": "a list"}
#: What a rule of the parser has found when it takes a line.
_NAMES = {
    "heading": "a heading",
    "lheading": "a heading",
    "fence": "a code block",
    "code": "a code block",
    "hr": "a thematic break",
    "html_block": "a block of HTML",
}


def reader(strict: bool) -> Read:
    """Make the reader of Markdown."""
    if not strict:
        return plain_reader()
    block = _first_block()

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


class _Block(Exception):  # noqa: N818 - says what was found
    """A block that is no paragraph stands there: what is in it, and behind it, does not matter."""


def _ending(rule: Callable[..., bool], name: str) -> Callable[..., bool]:
    """Make a rule of the parser that ends the parsing where it finds its block."""

    def ending(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        found = rule(state, start, end, silent)
        if found and not silent:
            raise _Block(name)
        return found

    return ending


def _first_block() -> Callable[[str], str | None]:
    """Make what names the first block of a text that is no paragraph.

    It does not look into quotes and lists: the parser takes quadratic time in some of them.
    """
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import ParserBlock

    class Outermost(ParserBlock):
        def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - its names
            if state.parentType in _CONTAINERS:
                raise _Block(_CONTAINERS[state.parentType])
            super().tokenize(state, startLine, endLine)

    markdown = MarkdownIt("commonmark")
    outermost = Outermost()
    outermost.ruler.enableOnly(markdown.block.ruler.get_active_rules())
    for rule in markdown.block.ruler.__rules__:
        if rule.name in _NAMES:
            outermost.ruler.at(rule.name, _ending(rule.fn, _NAMES[rule.name]), {"alt": rule.alt})
    markdown.block = outermost
    # The blocks decide, so the inline rules never run.
    markdown.disable(["inline", "text_join"])

    def block(text: str) -> str | None:
        try:
            markdown.parse(text)
        except _Block as found:
            return str(found)
        return None

    # The first use compiles the lists of rules, which must not happen in two threads at once.
    block("a")
    return block


def _parts(text: str) -> Iterator[str]:
    """Cut a text at blank lines: where only paragraphs stand before one, what follows begins anew."""
    start = 0
    while cut := _BLANK_LINE.search(text, start + _PART):
        yield text[start : cut.start()]
        start = cut.end()
    yield text[start:]
