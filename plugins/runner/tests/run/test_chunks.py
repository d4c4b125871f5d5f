"""Splitting a response file: whole lines with their numbers, whatever is read at a time."""

import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_runner.run.chunks import Chunk, ChunkContent, at_most, chunks, lines
from checkwright_runner.run.responses import read_responses
from checkwright_runner.run.responses import rows as rows_of_chunk

PIECES = st.lists(st.sampled_from([b"a", b"bb" * 9, b"\n", b"\r\n", b"\n\n", b" "]), max_size=30)


class Trickle(io.BytesIO):
    """A stream that gives less than it is asked for, as a pipe does."""

    def read(self, size=-1):
        return super().read(min(size, 3))


def all_lines(data, **options):
    return [
        (line.line, line.data.rstrip(b"\n"))
        for chunk in chunks(io.BytesIO(data), **options)
        for line in lines(chunk)
    ]


@given(data=PIECES.map(b"".join), size=st.integers(1, 40), after=st.integers(0, 12))
def test_every_line_comes_once_with_its_number(data, size, after):
    """Any size that is read at a time gives the same lines, and those behind `after` are all that is left."""
    wanted = list(enumerate(data.split(b"\n"), 1))
    if not wanted[-1][1]:
        wanted.pop()
    assert all_lines(data, size=size) == wanted
    assert all_lines(data, size=size, after=after) == wanted[after:]


@given(data=PIECES.map(b"".join), size=st.integers(1, 40), limit=st.integers(1, 20))
def test_a_line_that_is_too_long_is_a_row_of_its_own(data, size, limit):
    """Whatever is read at a time, the same rows are too long, and no other row is lost for it."""
    stream = io.BytesIO(data)
    rows = [row for chunk in chunks(stream, size=size, line_bytes=limit) for row in _rows(chunk, limit)]
    assert rows == list(_rows(Chunk(1, data), limit))


def _rows(chunk, limit):
    return rows_of_chunk(chunk, line_bytes=limit)


def test_a_chunk_knows_how_far_the_file_is_read():
    """Its end is a place in the file, so that a bar can show it."""
    found = list(chunks(io.BytesIO(b"ab\ncd\nef"), size=4))
    assert [(chunk.line, chunk.data, chunk.end) for chunk in found] == [
        (1, b"ab\n", 3),
        (2, b"cd\n", 6),
        (3, b"ef", 8),
    ]


def test_what_a_pipe_has_is_given_at_once():
    """A chunk does not wait to be full."""
    assert [chunk.data for chunk in chunks(Trickle(b"a\nb\nc\nd\n"))] == [b"a\n", b"b\nc\n", b"d\n"]


@pytest.mark.parametrize("end", [b'\n{"response": "x"}', b""])
def test_of_a_long_line_little_is_held(end):
    """A line of any length is passed over in pieces."""
    limit = 1 << 17

    class Long(io.RawIOBase):
        left = 400

        def read(self, size=-1):
            self.left -= 1
            return b"x" * size if self.left > 0 else end if self.left == 0 else b""

    tracemalloc.start()
    try:
        rows = list(read_responses(Long(), line_bytes=limit))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [row.problem is None for row in rows] == ([False, True] if end else [False])
    assert peak < 4 * limit


def test_a_line_too_long_is_passed_over_too():
    """It counts as a line when lines are passed over."""
    data = b"x" * 50 + b"\nab\n" + b"y" * 50
    found = list(chunks(io.BytesIO(data), size=8, line_bytes=10, after=1))
    assert [(chunk.line, chunk.content) for chunk in found] == [
        (2, ChunkContent.ROWS),
        (3, ChunkContent.TOO_LONG),
    ]
    assert list(lines(found[1])) == [found[1]]


@given(data=PIECES.map(b"".join), many=st.integers(1, 5))
def test_chunks_of_few_lines_hold_the_same_lines(data, many):
    """Each of no more lines, each telling how much of the file is read with it."""
    whole = list(chunks(io.BytesIO(data), size=17))
    cut = list(at_most(many, whole))
    assert [line for chunk in cut for line in lines(chunk)] == [
        line._replace(end=other.end)
        for line, other in zip(
            (line for chunk in whole for line in lines(chunk)),
            (line for chunk in cut for line in lines(chunk)),
            strict=True,
        )
    ]
    assert all(len(list(lines(chunk))) <= many for chunk in cut)
    read = 0
    for chunk in cut:
        read += len(chunk.data)
        assert chunk.end == read


def test_chunks_of_no_file_are_cut_too():
    """They tell no place in one."""
    chunk = Chunk(1, b"a\nb\nc\n", ChunkContent.UNANSWERED)
    assert [(one.line, one.data, one.end) for one in at_most(2, [chunk])] == [
        (1, b"a\nb\n", 0),
        (3, b"c\n", 0),
    ]
