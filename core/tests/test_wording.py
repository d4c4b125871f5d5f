"""Values of others in one clean line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright.wording import listed, near, one_line, shown, spelled

ANY = st.text(st.characters(codec=None), max_size=600)


@given(text=ANY, limit=st.integers(10, 400))
def test_any_text_becomes_one_printable_line(text, limit):
    """No control, bidi or surrogate character and no line break gets through, and the line is bounded."""
    for line in (one_line(text, limit), shown(text, limit)):
        assert line.isprintable()
        assert len(line) <= limit


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("plain", "plain"),
        ("a\nb\tc\u2028d", "a b c d"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\u202e\u200b\ud800", "\\u202e\\u200b\\ud800"),
        ("x" * 301, "x" * 297 + "..."),
        ("x" * 300, "x" * 300),
    ],
)
def test_one_line_escapes_and_cuts(given_text, expected):
    """What is not printable is escaped as Python writes it; too much ends in dots."""
    assert one_line(given_text) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("a", "'a'"), (1.5, "1.5"), ("x" * 200, "'" + "x" * 95 + "...'"), ([1, 2], "[1, 2]")],
)
def test_shown_quotes_and_keeps_the_closing_quote(value, expected):
    """A cut value still ends like a value."""
    assert shown(value) == expected


def test_listed_says_how_many_more():
    """A long list is cut with its count."""
    assert listed(["a", "b"]) == "'a', 'b'"
    assert listed(list("abcdefg"), 2) == "'a', 'b' and 5 more"


@pytest.mark.parametrize(("name", "expected"), [("vlaues", "values"), ("zzz", None)])
def test_near_finds_what_was_meant(name, expected):
    """A slip of the finger has a suggestion, a stranger has none."""
    assert near(name, ["values", "kind", "id"]) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((), ""),
        (("checks", 1, "patterns", 0), "checks[1].patterns[0]"),
        ((0, "content"), "[0].content"),
        (("a key", "b.c", ""), "['a key']['b.c']['']"),
    ],
)
def test_a_path_is_spelled_as_people_write_it(path, expected):
    """Names are joined by dots, indexes stand in brackets, and so do keys that are no names, quoted."""
    assert spelled(path) == expected


@given(path=st.lists(ANY | st.integers(0), max_size=5))
def test_whatever_the_keys_a_spelled_path_is_printable(path):
    """No character of a key that cannot be seen gets through."""
    assert spelled(path).isprintable()
