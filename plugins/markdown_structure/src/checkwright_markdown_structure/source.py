"""Find the part of a reply that is parsed as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from checkwright.replies import answer_start, outer_blocks_of, wrapper_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkwright import Case
    from checkwright.replies import Block

__all__ = ["LINE_END", "Source", "line_spans", "source_of"]

#: What ends a line. Source: CommonMark 0.31.2, section 2.1.
LINE_END = re.compile(r"\r\n?|\n")
_OPENING = re.compile(r"\s*(?:`{3,}|~{3,})")
_MARKDOWN = ("markdown", "md")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:\r\n?|\n))*+")
_FRONT_MATTER = re.compile(
    r"---[ \t]*(?:\r\n?|\n)(?![ \t]*[\r\n])"
    r"(.*?)(?<=[\r\n])"
    r"(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)",
    re.DOTALL,
)


class Source(NamedTuple):
    """The Markdown of a reply.

    text: the Markdown, without the indentation of a code block around it.
    start: its place in the text of `block`, or in the response.
    block: the code block around it, or None.
    line: number of lines of the response in front of it.
    """

    text: str
    start: int
    block: Block | None
    line: int

    @property
    def unclosed(self) -> int | None:
        """The line of the response, from 0, of an unclosed code fence around the Markdown; else None."""
        return None if self.block is None or self.block.closed else self.block.line - 2

    def place(self, index: int) -> int:
        """Return the place in the response of the character `index` of the text."""
        index += self.start
        return index if self.block is None else self.block.place(index)


def source_of(case: Case) -> Source:
    """Return the answer without front matter; when it is one code block of Markdown, its content."""
    text = case.text
    start = answer_start(text)
    if start > 1:
        # Behind a thinking block the answer begins in the middle of a line, mostly followed by blank lines.
        blank = _BLANK_LINES.match(text, start)
        start = blank.end() if blank else start
    block, line = _whole(case, start), 0
    if block is not None:
        text, start, line = block.text, 0, block.line - 1
    front = _FRONT_MATTER.match(text, start)
    if front and _is_mapping(front[1]):
        start = front.end()
    return Source(text[start:], start, block, line + len(LINE_END.findall(text, 0, start)))


def line_spans(source: Source, lines: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the span in the response of each range of lines, without the white space around it."""
    starts = [0, *(end.end() for end in LINE_END.finditer(source.text)), len(source.text)]
    for first, behind in lines:
        start, stop = starts[first], starts[min(behind, len(starts) - 1)]
        quoted = source.text[start:stop]
        start += len(quoted) - len(quoted.lstrip())
        yield source.place(start), source.place(start + len(quoted.strip()))


def _whole(case: Case, start: int) -> Block | None:
    """Return the code block of Markdown that is the whole answer, in no quote or list, or None."""
    opening = _OPENING.match(case.text, start)
    found = outer_blocks_of(case) if opening else ()
    if opening is None or len(found) != 1 or found[0].outer[0] > opening.end():
        return None
    if found[0].label not in _MARKDOWN and wrapper_of(case) is None:
        return None
    return None if case.text[found[0].outer[1] :].strip() else found[0]


def _is_mapping(text: str) -> bool:
    """Return whether a text is one YAML mapping, by its events: no values are built."""
    import yaml

    # After the explicit start of the document a directive such as %TAG has no effect.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        events = list(yaml.parse(f"---\n{text}", Loader=loader))
    except (yaml.YAMLError, UnicodeError):
        return False
    return (
        isinstance(events[2], yaml.MappingStartEvent)
        and sum(isinstance(event, yaml.DocumentStartEvent) for event in events) == 1
    )
