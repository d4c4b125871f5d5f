"""Read the structure of a reply, once for all checks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .html_headings import html_headings
from .parser import MOST_CONTAINERS, TooManyContainers, TooManyLines, parse, parser
from .source import LINE_END, Source, source_of

if TYPE_CHECKING:
    from markdown_it.token import Token

    from checkwright import Case

__all__ = ["Heading", "LimitExceeded", "Lines", "Structure", "structure_of"]

#: Lines that are parsed. The time for each is bounded, so that all take seconds at most.
_MOST_LINES = 100_000
#: The first line and the line after the last one, counted from 0 in the Markdown of the reply.
Lines = tuple[int, int]

#: Tokens of blocks that hold blocks; at the deepest level the parser skips their content.
_CONTAINERS = ("blockquote_open", "list_item_open")
_NO_SPACE = re.compile(r"#{1,6}[^# \t\n]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that is not inside a quote or list.

    text: its content: Markdown, or plain text for a heading of raw HTML.
    raw: whether it is one of raw HTML.
    """

    level: int
    text: str
    lines: Lines
    raw: bool


@dataclass(frozen=True, slots=True)
class Structure:
    """What the Markdown of a reply consists of.

    code_blocks: fenced and indented ones, in quotes and lists too.
    unclosed: the first line of a code fence that is not closed, or None.
    no_space: a line that would be a heading if a space followed its #, or None.
    references: the link references that the text defines.
    """

    source: Source
    headings: tuple[Heading, ...]
    code_blocks: tuple[Lines, ...]
    unclosed: int | None
    no_space: int | None
    references: Mapping[str, Any]

    def line(self, line: int) -> int:
        """Return the number in the response, from 1, of a line of the source."""
        return self.source.line + line + 1


@dataclass(frozen=True, slots=True)
class LimitExceeded:
    """The reply exceeds a limit and was not parsed; `reason` names the limit."""

    reason: str


def structure_of(case: Case) -> Structure | LimitExceeded:
    """Parse the blocks of a reply; call it by `case.memo(structure_of)`."""
    source = source_of(case)
    lines = len(LINE_END.findall(source.text)) + 1
    if lines > _MOST_LINES:
        return LimitExceeded(
            f"size limit: the response has more than {_MOST_LINES:,} lines, so it was not parsed"
        )
    references: dict[str, Any] = {}
    try:
        tokens = parse(source.text, lines, references)
    except TooManyLines:
        return LimitExceeded(
            "size limit: too many quotes stand in lines without a blank one between them, "
            "so the response was not parsed"
        )
    except TooManyContainers:
        return LimitExceeded(
            f"size limit: the response has more than {MOST_CONTAINERS:,} quotes and list items, "
            "so it was not parsed"
        )
    deepest = parser().options["maxNesting"] - 1
    for token in tokens:
        if token.level >= deepest and token.type in _CONTAINERS:
            line = source.line + (token.map or [0])[0] + 1
            return LimitExceeded(
                f"nesting limit: quotes and lists lie more than {deepest} levels deep in line {line}, "
                "so not all was parsed"
            )
    return _structure(tokens, source, references)


def _structure(tokens: Sequence[Token], source: Source, references: Mapping[str, Any]) -> Structure:
    headings: list[Heading] = []
    code_blocks: list[Lines] = []
    unclosed = no_space = None
    for place, token in enumerate(tokens):
        first, stop = token.map or (0, 0)
        match token.type:
            case "heading_open" if token.level == 0:
                headings.append(Heading(int(token.tag[1]), tokens[place + 1].content, (first, stop), False))
            case "fence" | "code_block":
                code_blocks.append((first, stop))
                if unclosed is None and token.type == "fence" and not _is_closed(token):
                    unclosed = first
            case "html_block" if token.level == 0:
                for found in html_headings(token.content):
                    lines = first + found.lines[0], first + found.lines[1]
                    headings.append(Heading(found.level, found.text, lines, True))
            case "paragraph_open" if no_space is None and _NO_SPACE.match(tokens[place + 1].content):
                no_space = first
    if source.unclosed is not None:
        unclosed = source.unclosed - source.line
    return Structure(
        source, tuple(headings), tuple(code_blocks), unclosed, no_space, references.get("references", {})
    )


def _is_closed(fence: Token) -> bool:
    """Return whether a fence has a closing line: then it has two lines more than its content."""
    first, stop = fence.map or (0, 0)
    inside = fence.content.count("\n") + (fence.content[-1:] not in ("", "\n"))
    return stop - first == inside + 2
