"""Find the code blocks of a reply, as models write them: in lists, in quotes, never closed.

Source: CommonMark 0.31.2, section 4.5 (fenced code blocks), read more leniently where models are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..text.line_breaks import breaks
from .labels import label_of
from .thinking import answer_start

__all__ = ["Block", "outer_blocks"]

_BREAK = re.compile(r"\r\n?|\n")
_RUN = re.compile(r"([`~])\1{2,}+")
#: The quote and list markers before a fence.
_PREFIX = re.compile(r"(?:[ \t]*+(?:>|(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t])))*+[ \t]*+")
_SPACE = " \t"
#: A closing fence that is indented by so much more than the opening one is code, by CommonMark.
_CODE_INDENT = 4


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced code block of a reply.

    label: the name of the language after the opening fence, in lower case and without what writers put
    around it (`{.json}`, `json:a.json`); "" when there is none.
    text: the code without what its container puts before each line, and without the last line break,
    nor a byte order mark at its start.
    line: the number of its first line in the reply, from 1.
    span: the characters of the reply from the start of that line to the end of the code.
    outer: the same with both fences, from the start of the first line to the end of the last.
    closed: whether a closing fence was found; without one a block ends with its container or the reply.
    """

    label: str
    text: str
    line: int
    span: tuple[int, int]
    closed: bool
    outer: tuple[int, int]
    _cuts: tuple[tuple[int, int], ...] = field(default=(), repr=False, compare=False)
    _around: Block | None = field(default=None, repr=False, compare=False)

    def place(self, index: int) -> int:
        """Return where in the reply the character `index` of `text` stands.

        index: 0 to the length of `text`.
        """
        if not self._cuts:
            return self.span[0] + index
        start, original = self._cuts[bisect_right(self._cuts, (index, len(self.text) + self.span[1])) - 1]
        place = original + index - start
        return place if self._around is None else self._around.place(place)

    def within(self, around: Block) -> Block:
        """Return this block of the text of another one as a block of the reply."""
        span, (first, last) = around._spanned(self.span), around._spanned(self.outer)
        return Block(
            self.label,
            self.text,
            around.line + self.line - 1,
            span,
            self.closed,
            (first, max(last, span[1])),
            self._cuts or ((0, self.span[0]),),
            around,
        )

    def _spanned(self, span: tuple[int, int]) -> tuple[int, int]:
        start, end = span
        first = self.place(start)
        return first, self.place(end - 1) + 1 if end > start else first


class _Line(NamedTuple):
    """A line that may open or close a block.

    number: of the line, from 1. start, end: without the line break; after: where the next line starts.
    quotes: how many quote markers; width: characters between the last of them (and a space) and the fence.
    listed: whether a list marker stands in that width.
    """

    number: int
    start: int
    end: int
    after: int
    quotes: int
    width: int
    listed: bool
    fence: str
    info: str


def outer_blocks(text: str, start: int | None = None) -> tuple[Block, ...]:
    """Return the fenced code blocks of the answer in a reply, in order, without a look inside them.

    A fence is a line of three or more ticks or tildes, at any indentation and after any quote or list
    markers; a line of ticks with another tick after its label is none. It is closed by a line of at
    least as many of the same, or by the end of its quote or list item, or of the reply.

    start: where to begin; by default behind the thinking.
    """
    lines = list(_fence_lines(text, answer_start(text) if start is None else start))
    found = tuple(_blocks(text, lines, loose=False))
    if all(block.closed for block in found):
        return found
    # Models close fences too far to the right, and forget to indent or quote the code: where only such a
    # reading closes every fence, it is what was meant.
    loose = tuple(_blocks(text, lines, loose=True))
    closed = sum(block.closed for block in found)
    return loose if len(loose) > closed and all(block.closed for block in loose) else found


def _fence_lines(text: str, start: int) -> Iterator[_Line]:
    number, at = breaks(text, 0, start)[0] + 1, start
    while run := _RUN.search(text, at):
        begin = at
        if run.start() > at:
            passed, begin = breaks(text, at, run.start())
            number, begin = number + passed, max(begin, at)
        found = _BREAK.search(text, run.end())
        end, after = found.span() if found else (len(text), len(text))
        info, fence = text[run.end() : end], run[0]
        if fence[0] == "`" and "`" in info:
            pass
        elif begin == run.start():
            yield _Line(number, begin, end, after, 0, 0, False, fence, info)
        elif (prefix := _PREFIX.match(text, begin, run.start())) and prefix.end() == run.start():
            last = prefix[0].rfind(">") + 1
            width = prefix[0][last:].removeprefix(" ") if last else prefix[0]
            quotes, listed = prefix[0].count(">"), bool(width.strip())
            yield _Line(number, begin, end, after, quotes, len(width), listed, fence, info)
        number += 1
        at = after


def _blocks(text: str, lines: list[_Line], *, loose: bool) -> Iterator[Block]:
    """Yield the blocks that the fence lines make.

    loose: closing fences may stand at any indentation, and blocks outlast their quote or list item.
    """
    opened: _Line | None = None
    inside = 0
    for line in lines:
        if opened is not None and not loose:
            end = _left(text, opened, inside, line.after)
            if end is not None:
                yield _block(text, opened, end, None)
                opened = None
        if opened is None:
            opened, inside = line, line.after
        elif _closes(opened, line, loose=loose):
            yield _block(text, opened, line.start, line.end)
            opened = None
        else:
            inside = line.after
    if opened is not None:
        end = None if loose else _left(text, opened, inside, len(text))
        yield _block(text, opened, len(text) if end is None else end, None)


def _closes(opened: _Line, line: _Line, *, loose: bool) -> bool:
    if line.fence[0] != opened.fence[0] or len(line.fence) < len(opened.fence) or line.info.strip():
        return False
    if line.listed or line.quotes > opened.quotes:
        return False
    return loose or (line.quotes == opened.quotes and line.width < opened.width + _CODE_INDENT)


def _left(text: str, opened: _Line, start: int, end: int) -> int | None:
    """Return the start of the first line from `start` to `end` outside the container of an open block."""
    if not (opened.quotes or opened.listed):
        return None
    while start < end:
        found = _BREAK.search(text, start, end)
        stop, after = found.span() if found else (end, end)
        code, quotes = _unquoted(text, start, stop, opened.quotes)
        if quotes < opened.quotes:
            return start
        if opened.listed and code < stop and text[code] not in _SPACE:
            return start
        start = after
    return None


def _unquoted(text: str, start: int, stop: int, quotes: int) -> tuple[int, int]:
    """Pass at most `quotes` quote markers and a space; return the place after them and their number."""
    at, passed = start, 0
    while passed < quotes:
        mark = at
        while mark < stop and text[mark] in _SPACE:
            mark += 1
        if mark == stop or text[mark] != ">":
            return at, passed
        at, passed = mark + 1, passed + 1
    return at + (passed > 0 and text[at : min(at + 1, stop)] == " "), passed


def _block(text: str, opened: _Line, stop: int, end: int | None) -> Block:
    """Make the block between two fence lines.

    stop: where the line after the code starts; end: of the closing fence, None without one.
    """
    start = min(opened.after, stop)
    last = stop
    if last > start:
        last -= 2 if text.endswith("\r\n", start, last) else text[last - 1] in "\r\n"
    code = text[start:last]
    cuts: tuple[tuple[int, int], ...] = ()
    if opened.quotes or opened.width:
        code, cuts = _stripped(text, opened, start, last)
    if code.startswith("\ufeff"):
        code, start = code[1:], start + 1
        cuts = tuple((max(at - 1, 0), place + (at == 0)) for at, place in cuts)
    return Block(
        label_of(opened.info),
        code,
        opened.number + 1,
        (start, last),
        end is not None,
        (opened.start, max(last, opened.end) if end is None else end),
        cuts,
    )


def _stripped(text: str, opened: _Line, start: int, end: int) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Cut off what the container puts before each line; return too where each line starts in both texts."""
    parts: list[str] = []
    cuts: list[tuple[int, int]] = []
    length, width = 0, opened.width
    while True:
        found = _BREAK.search(text, start, end)
        stop, after = found.span() if found else (end, end)
        at, _ = _unquoted(text, start, stop, opened.quotes)
        most = min(at + width, stop)
        while at < most and text[at] in _SPACE:
            at += 1
        cuts.append((length, at))
        parts.append(text[at:after])
        length += after - at
        start = after
        if found is None:
            return "".join(parts), tuple(cuts)
