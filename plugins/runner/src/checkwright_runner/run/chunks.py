"""Split a response file into chunks of whole lines, each knowing the number of its first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple, Protocol

__all__ = ["CHUNK_BYTES", "LINE_BYTES", "Chunk", "ChunkContent", "Source", "at_most", "chunks", "lines"]

#: Bytes of the longest line that is read.
LINE_BYTES = 64 * 1024 * 1024
#: Bytes that a chunk has in the mean, unless a line of it is longer.
CHUNK_BYTES = 1 << 16


class ChunkContent(Enum):
    """What the lines of a chunk are.

    ROWS: response rows. TOO_LONG: the chunk stands for one line over the limit, and holds nothing of it.
    UNANSWERED: rows made up for questions without a response row. REFS: references of rubrics, which are
    to be compiled.
    """

    ROWS = 1
    TOO_LONG = 2
    UNANSWERED = 3
    REFS = 4


class Chunk(NamedTuple):
    """Some lines of a file.

    line: the number of the first, from 1. data: the lines, with their line feeds.
    end: how many bytes of the file are read when they are; 0 for lines that stand in no file.
    """

    line: int
    data: bytes
    content: ChunkContent = ChunkContent.ROWS
    end: int = 0


class Source(Protocol):
    """A binary stream that returns what is there, b"" at its end; an unbuffered file is read as it fills."""

    def read(self, size: int, /) -> bytes:
        """Read at most `size` bytes, and wait only when there are none."""


def chunks(
    stream: Source, *, size: int = CHUNK_BYTES, line_bytes: int = LINE_BYTES, after: int = 0
) -> Iterator[Chunk]:
    """Yield the lines of a file in order; what a pipe has is yielded when it is there.

    size: bytes that are read at a time.
    line_bytes: of a line that is longer, no more than that is ever kept in memory.
    after: the number of lines that are passed over.
    """
    line, end = 1, 0
    kept: list[bytes] = []
    length = 0
    while data := stream.read(size):
        end += len(data)
        length += len(data)
        cut = data.rfind(b"\n") + 1
        if not cut:
            if length <= line_bytes:
                kept.append(data)
            else:
                kept.clear()
            continue
        length -= len(data)
        rest = data[cut:]
        if length > line_bytes:
            first = data.index(b"\n") + 1
            yield from _after(after, Chunk(line, b"", ChunkContent.TOO_LONG, end))
            line += 1
            whole = data[first:cut]
        else:
            whole = b"".join((*kept, data[:cut]))
        if whole:
            yield from _after(after, Chunk(line, whole, end=end - len(rest)))
            line += whole.count(b"\n")
        kept = [rest] if rest else []
        length = len(rest)
    if length > line_bytes:
        yield from _after(after, Chunk(line, b"", ChunkContent.TOO_LONG, end))
    elif kept:
        yield from _after(after, Chunk(line, b"".join(kept), end=end))


def _after(number: int, chunk: Chunk) -> Iterator[Chunk]:
    """Cut off the lines that are passed over, and yield the chunk when any are left."""
    if chunk.line > number:
        yield chunk
        return
    if chunk.content is ChunkContent.TOO_LONG:
        return
    rest = chunk.data.split(b"\n", number - chunk.line + 1)[number - chunk.line + 1 :]
    if rest and rest[0]:
        yield chunk._replace(line=number + 1, data=rest[0])


def lines(chunk: Chunk) -> Iterator[Chunk]:
    """Yield each line of a chunk as a chunk of its own."""
    if chunk.content is ChunkContent.TOO_LONG:
        yield chunk
        return
    for number, data in enumerate(_split(chunk.data), chunk.line):
        yield chunk._replace(line=number, data=data)


def at_most(many: int, whole: Iterable[Chunk]) -> Iterator[Chunk]:
    """Yield chunks cut into such of no more than so many lines."""
    for chunk in whole:
        left = list(_split(chunk.data))
        if len(left) <= many:
            yield chunk
            continue
        rest = len(chunk.data)
        for start in range(0, len(left), many):
            data = b"".join(left[start : start + many])
            rest -= len(data)
            yield chunk._replace(line=chunk.line + start, data=data, end=max(chunk.end - rest, 0))


def _split(data: bytes) -> Iterator[bytes]:
    """Yield the lines of `data` with their ends; only a line feed ends one."""
    start = 0
    while start < len(data):
        cut = data.find(b"\n", start) + 1 or len(data)
        yield data[start:cut]
        start = cut
