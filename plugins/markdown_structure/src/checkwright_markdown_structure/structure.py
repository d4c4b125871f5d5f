"""Read the structure of a reply: once, whatever number of checks asks for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .html_headings import html_headings
from .parsing import TooManyLines, parse, parser
from .source import LINE_END, Source, source_of

if TYPE_CHECKING:
    from markdown_it.token import Token

    from checkwright import Case

__all__ = ["Heading", "Lines", "Structure", "Unread", "structure_of"]

#: Lines that are read. The time that a line takes is bounded: 100,000 take at most seconds.
_MOST_LINES = 100_000
#: From the first line up to behind the last one, counted from 0 in the Markdown of the reply.
Lines = tuple[int, int]

#: What holds blocks; inside one at the last level the parser passes over everything.
_CONTAINERS = ("blockquote_open", "list_item_open")
_NO_SPACE = re.compile(r"#{1,6}[^# \t\n]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that belongs to no quote or list.

    text: what stands in it: Markdown, plain text where it comes from raw HTML.
    """

    level: int
    text: str
    lines: Lines
    raw: bool


@dataclass(frozen=True, slots=True)
class Structure:
    """What the Markdown of a reply consists of.

    code_blocks: fenced and indented ones, wherever they stand.
    unclosed: the first line of a fence that is not closed. no_space: a line that would be a heading
    with a space after its #. Both are lines of `source`, or None.
    references: the link references that the text defines.
    """

    source: Source
    headings: tuple[Heading, ...]
    code_blocks: tuple[Lines, ...]
    unclosed: int | None
    no_space: int | None
    references: Mapping[str, Any]

    def line(self, line: int) -> int:
        """Return the number, from 1, that a line of the source has in the response."""
        return self.source.line + line + 1


@dataclass(frozen=True, slots=True)
class Unread:
    """A reply that exceeds a limit; `reason` names it."""

    reason: str


def structure_of(case: Case) -> Structure | Unread:
    """Parse the blocks of a reply; to be asked for through `case.memo`."""
    source = source_of(case)
    lines = len(LINE_END.findall(source.text)) + 1
    if lines > _MOST_LINES:
        return Unread(f"size limit: the response has more than {_MOST_LINES:,} lines, so it was not parsed")
    references: dict[str, Any] = {}
    try:
        tokens = parse(source.text, lines, references)
    except TooManyLines:
        return Unread(
            "size limit: too many quotes stand in lines without a blank one between them, "
            "so the response was not parsed"
        )
    deepest = parser().options["maxNesting"] - 1
    for token in tokens:
        if token.level >= deepest and token.type in _CONTAINERS:
            line = source.line + (token.map or [0])[0] + 1
            return Unread(
                f"nesting limit: quotes and lists lie more than {deepest} levels deep in line {line}, "
                "so not all was parsed"
            )
    return _summed_up(tokens, source, references)


def _summed_up(tokens: Sequence[Token], source: Source, references: Mapping[str, Any]) -> Structure:
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
    """Return whether a fence has an end of its own: its lines are then two more than those of its content."""
    first, stop = fence.map or (0, 0)
    inside = fence.content.count("\n") + (fence.content[-1:] not in ("", "\n"))
    return stop - first == inside + 2
