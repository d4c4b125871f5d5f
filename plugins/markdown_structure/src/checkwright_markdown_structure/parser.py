"""Parse the blocks of Markdown by markdown-it-py, in bounded time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token

__all__ = ["MOST_CONTAINERS", "TooManyContainers", "TooManyLines", "parse", "parser"]

#: Lines that quotes may make the parser read again, beyond those that nested quotes need: a quote is read to
#: its last lazy continuation line before it is parsed, and lines that turn out to follow it are read again.
_SPARE_LINES = 300_000
#: Lines that quotes may make the parser read in all.
_MOST_READ = 1_000_000
_LEFT = "lines left"
#: Quotes and list items that are parsed: each costs a rule of its own for every line, however short.
MOST_CONTAINERS = 200_000
_CONTAINERS_LEFT = "containers left"


class TooManyLines(Exception):  # noqa: N818 - says what happened
    """Quotes made the parser read the same lines too often."""


class TooManyContainers(Exception):  # noqa: N818
    """There are more quotes and list items than are parsed."""


def parse(source: str, lines: int, references: dict[str, Any]) -> Sequence[Token]:
    """Return the tokens of the blocks of a source.

    lines: number of lines of the source.
    references: is filled with the link references of the source.

    Raises:
        TooManyLines: parsing would take quadratic time.
        TooManyContainers: parsing would take too long.
    """
    markdown = parser()
    references[_CONTAINERS_LEFT] = MOST_CONTAINERS
    references[_LEFT] = min(_SPARE_LINES + lines * markdown.options["maxNesting"], _MOST_READ)
    return markdown.parse(source, references)


@lru_cache(maxsize=1)
def parser() -> MarkdownIt:
    """Return the CommonMark parser for blocks; inline text is left unparsed."""
    from markdown_it import MarkdownIt
    from markdown_it.parser_block import ParserBlock

    class Bounded(ParserBlock):
        def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 - its names
            state.env[_CONTAINERS_LEFT] -= 1
            if state.env[_CONTAINERS_LEFT] < 0:
                raise TooManyContainers
            if state.parentType == "blockquote":
                state.env[_LEFT] -= endLine - startLine
                if state.env[_LEFT] < 0:
                    raise TooManyLines
            super().tokenize(state, startLine, endLine)

    markdown = MarkdownIt("commonmark")
    bounded = Bounded()
    bounded.ruler.enableOnly(markdown.block.ruler.get_active_rules())
    markdown.block = bounded
    markdown.disable(["inline", "text_join"])
    # The first use compiles the lists of rules, which must not happen in two threads at once.
    markdown.parse("> - a\n\n[a]: b", {_LEFT: 9, _CONTAINERS_LEFT: 9})
    markdown.inline.parse("*a*", markdown, {}, [])
    return markdown
