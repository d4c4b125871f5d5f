"""The format markdown: any text that is seen; a strict check requires a block that is not a paragraph."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .plain_text import reader as plain_reader
from .results import Invalid, Reader, Valid

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

__all__ = ["reader"]

#: Characters that are parsed at a time, up to the next blank line.
_PART = 4_000
_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t]*(?=[\r\n])")

#: Blocks that hold others, by the name of the state in which the parser reads their content.
_CONTAINERS = {"blockquote": "a quote", "list": "a list"}
#: Blocks by the name of the rule of the parser that finds them.
_NAMES = {
    "heading": "a heading",
    "lheading": "a heading",
    "fence": "a code block",
    "code": "a code block",
    "hr": "a thematic break",
    "html_block": "a block of HTML",
}


def reader(strict: bool) -> Reader:
    """Return the reader of Markdown."""
    plain = plain_reader()
    if not strict:
        return plain
    block = _first_block()

    def read(text: str) -> Valid | Invalid:
        seen = plain(text)
        if isinstance(seen, Invalid):
            return seen
        found = next(filter(None, map(block, _parts(text))), None)
        if found is not None:
            return Valid(f"with {found}")
        return Invalid(
            "found paragraphs only, expected a heading, a list, a quote, a code block or another block "
            "that is no paragraph",
            0,
            len(text),
        )

    return read


class _BlockFound(Exception):  # noqa: N818 - it is no error
    """Ends the parsing at the first block that is not a paragraph."""


def _ending(rule: Callable[..., bool], name: str) -> Callable[..., bool]:
    """Return a rule of the parser that ends the parsing when it finds its block."""

    def ending(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        found = rule(state, start, end, silent)
        if found and not silent:
            raise _BlockFound(name)
        return found

    return ending


def _first_block() -> Callable[[str], str | None]:
    """Return the function that names the first block of a text that is not a paragraph, or None.

    Quotes and lists are not parsed inside, which takes quadratic time for some of them.
    """
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import ParserBlock

    class Outermost(ParserBlock):
        def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - its names
            if state.parentType in _CONTAINERS:
                raise _BlockFound(_CONTAINERS[state.parentType])
            super().tokenize(state, startLine, endLine)

    markdown = MarkdownIt("commonmark")
    outermost = Outermost()
    outermost.ruler.enableOnly(markdown.block.ruler.get_active_rules())
    for rule in markdown.block.ruler.__rules__:
        if rule.name in _NAMES:
            outermost.ruler.at(rule.name, _ending(rule.fn, _NAMES[rule.name]), {"alt": rule.alt})
    markdown.block = outermost
    # Only blocks matter, so the inline rules are off.
    markdown.disable(["inline", "text_join"])

    def block(text: str) -> str | None:
        try:
            markdown.parse(text)
        except _BlockFound as found:
            return str(found)
        return None

    # The first use compiles the lists of rules, which must not happen in two threads at once.
    block("a")
    return block


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of a text, cut at blank lines: behind paragraphs the parser starts afresh at one."""
    start = 0
    while cut := _BLANK_LINE.search(text, start + _PART):
        yield text[start : cut.start()]
        start = cut.end()
    yield text[start:]
