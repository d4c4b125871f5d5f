"""Values of others in one clean line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright.wording import (
    counted,
    did_you_mean,
    listed,
    named_json,
    named_object,
    named_type,
    named_value,
    near,
    one_line,
    pointer,
    shown,
    spaced,
    spelled,
)

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


@pytest.mark.parametrize(
    ("name", "expected"),
    [("vlaues", "did you mean 'values'?"), ("KIND", "did you mean 'kind'?"), ("zzz", None)],
)
def test_a_suggestion_is_a_question(name, expected):
    """One form everywhere; where nothing is close there is nothing to ask."""
    assert did_you_mean(name, ["values", "kind", "id"]) == expected


def test_a_suggested_name_is_cut():
    """What is suggested may be a name of a reply."""
    assert did_you_mean("a" * 99, ["a" * 100], limit=20) == f"did you mean '{'a' * 15}...'?"


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (1234, "1,234 rows")]
)
def test_what_is_counted_is_singular_or_plural(number, expected):
    """As a person says it."""
    assert counted(number, "row") == expected


def test_line_breaks_become_spaces():
    """A run of them is one; ordinary spaces stay."""
    assert spaced("a\r\n\tb  c\u2028") == "a b  c "


@pytest.mark.parametrize(
    ("value", "by_type", "in_document", "in_json"),
    [
        (None, "null", "nothing (null)", "null"),
        (True, "true or false", "true", "true"),
        (1, "a number", "the number 1", "1"),
        (1.5, "a number", "the number 1.5", "1.5"),
        ("x", "a text", "the text 'x'", "'x'"),
        ([], "a list", "a list", "a list"),
        ({}, "an object", "a mapping", "an object"),
    ],
)
def test_a_value_has_a_name(value, by_type, in_document, in_json):
    """Each type of JSON is named as its reader knows it, and a scalar by its value where that helps."""
    assert (named_type(value), named_value(value), named_json(value)) == (by_type, in_document, in_json)


def test_a_mapping_may_have_another_name():
    """Authors of YAML know no objects; a tuple of Python is a list."""
    assert (named_type({}, mapping="a mapping"), named_type(())) == ("a mapping", "a list")


@pytest.mark.parametrize(
    ("value", "expected"),
    [(None, "None"), (1, "1"), ("x", "'x'"), (int, "the class int"), ([], "an object of type list")],
)
def test_what_code_hands_over_has_a_name(value, expected):
    """A scalar by its value, a class by its name, anything else by its type."""
    assert named_object(value) == expected


@pytest.mark.parametrize(
    ("path", "written"),
    [((), ""), (("a", 0), "/a/0"), (("a/b", "m~n", ""), "/a~1b/m~0n/"), (("~1",), "/~01")],
)
def test_a_path_is_spelled_as_json_pointer(path, written):
    """As RFC 6901 spells it."""
    assert pointer(path) == written


def test_ctrl_c_gets_out_of_a_value_that_is_shown():
    """Whatever else a value raises when it is asked for its repr, it is named by its type."""

    class Interrupts:
        def __repr__(self):
            raise KeyboardInterrupt

    class Leaves:
        def __repr__(self):
            raise SystemExit

    assert shown(Leaves()) == "<Leaves>"
    with pytest.raises(KeyboardInterrupt):
        shown(Interrupts())
