"""Messages between a run and its workers: whole, however they come, and told from stray bytes."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_runner.run.chunks import Chunk
from checkwright_runner.run.workers.frames import (
    TIMEOUT_TEXT,
    TOKEN_BYTES,
    FrameReader,
    StrayBytes,
    TimedOut,
    frame_of,
)

TOKEN = bytes(range(TOKEN_BYTES))
VALUES = ["a", Chunk(1, b"x" * 300), None, b""]
SENT = b"".join(frame_of(TOKEN, value) for value in VALUES)


@given(st.lists(st.integers(0, len(SENT)), max_size=20))
def test_values_come_whole_however_the_bytes_are_cut(cuts):
    """Each once and in order, as soon as its last byte is there."""
    reader, found = FrameReader(TOKEN), []
    places = [0, *sorted(cuts), len(SENT)]
    for start, end in pairwise(places):
        found += reader.take(SENT[start:end])
    assert found == VALUES


@pytest.mark.parametrize("size", range(1, len(SENT) - 1, 7))
def test_half_a_value_is_none(size):
    """What is missing is waited for, and nothing is made up."""
    assert FrameReader(TOKEN).take(SENT[:size]) == VALUES[: _whole(size)]


def _whole(size):
    ends = accumulate(len(frame_of(TOKEN, value)) for value in VALUES)
    return sum(end <= size for end in ends)


@pytest.mark.parametrize("stray", [b"hello", b"\n", b"\x00" * 20, frame_of(b"another!", "a"), b"Time flies"])
def test_bytes_of_somebody_else_are_noticed(stray):
    """At the first that is not of the token, before and after whole messages."""
    with pytest.raises(StrayBytes):
        FrameReader(TOKEN).take(stray)
    reader = FrameReader(TOKEN)
    reader.take(SENT)
    with pytest.raises(StrayBytes):
        reader.take(stray)


def test_a_frame_that_holds_no_value_is_stray():
    """Its head may be ours while something was written into its middle."""
    torn = SENT[: TOKEN_BYTES + 8] + b"?" * (len(SENT) - TOKEN_BYTES - 8)
    with pytest.raises(StrayBytes):
        FrameReader(TOKEN).take(torn)


@pytest.mark.parametrize("cut", range(1, len(TIMEOUT_TEXT)))
def test_the_end_by_the_row_timer_is_told_from_others(cut):
    """What the interpreter writes first when the time is over, in however many pieces it comes."""
    reader = FrameReader(TOKEN)
    assert reader.take(TIMEOUT_TEXT[:cut]) == []
    with pytest.raises(TimedOut):
        reader.take(TIMEOUT_TEXT[cut:] + b"(0:00:01)!")
