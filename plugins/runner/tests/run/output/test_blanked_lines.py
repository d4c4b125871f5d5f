"""Reading some lines of a file, each under its number."""

import io

from hypothesis import given
from hypothesis import strategies as st

from checkwright_runner.run.chunks import chunks, lines
from checkwright_runner.run.output.blanked_lines import BlankedLines

PIECES = st.lists(st.sampled_from([b"a", b"bb" * 9, b"\n", b"\r\n", b"\n\n", b" "]), max_size=30)


@given(data=PIECES.map(b"".join), size=st.integers(1, 40), wanted=st.sets(st.integers(1, 12)))
def test_what_is_wanted_stays_where_it_is(data, size, wanted):
    """Whatever is read at a time; of all others nothing is left but their ends."""

    def found(stream):
        return {
            line.line: line.data.rstrip(b"\n")
            for chunk in chunks(stream, size=size)
            for line in lines(chunk)
            if line.data != b"\n"
        }

    whole = found(io.BytesIO(data))
    assert found(BlankedLines(io.BytesIO(data), wanted)) == {
        number: text for number, text in whole.items() if number in wanted
    }


def test_a_long_line_that_is_not_wanted_is_read_through():
    """Whole reads of it leave nothing, which is not the end."""
    stream = BlankedLines(io.BytesIO(b"long line\nnext\n"), {2})
    parts = iter(lambda: stream.read(3), b"")
    assert b"".join(parts) == b"\nnext\n"
