"""Dot paths into a question: what they lead to, and what they say when they lead nowhere."""

import re
from types import MappingProxyType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checkwright import CheckError
from checkwright.paths import DotPath, dot_path_pattern

QUESTION = {
    "id": "Q7",
    "input": "Name the capital.",
    "expected": {"reference": "Paris", "id": 7, "null": None, "list": ["a", "b"], "empty": {}, "a": {"b": 0}},
    "metadata": MappingProxyType({"from": {"": "no name", 3: "no text"}}),
}


def value(path, question=QUESTION):
    return DotPath(path, field="reference_path").value(question)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("expected.reference", "Paris"),
        ("expected.id", 7),
        ("expected.null", None),
        ("expected.list", ["a", "b"]),
        ("expected.a.b", 0),
        ("expected", QUESTION["expected"]),
        ("metadata.from.", "no name"),
    ],
)
def test_a_path_leads_to_what_stands_there(path, expected):
    """Keys of objects lead to any JSON value, null and whole objects included."""
    assert value(path) == expected


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (
            "expected.references",
            "expected.references: 'expected' has no 'references' (did you mean 'reference'?); "
            "it has 'reference', 'id', 'null', 'list', 'empty' and 1 more",
        ),
        ("expected.a.c", "expected.a.c: 'expected.a' has no 'c'; it has 'b'"),
        ("expected.a.b.c", "expected.a.b.c: 'expected.a.b' is a number, which has no keys"),
        ("expected.list.0", "expected.list.0: 'expected.list' is a list, which has no keys"),
        ("expected.null.x", "expected.null.x: 'expected.null' is null, which has no keys"),
        ("expected.reference.0", "expected.reference.0: 'expected.reference' is a text, which has no keys"),
        ("expected.empty.x", "expected.empty.x: 'expected.empty' has no 'x'; it is empty"),
        ("metadata.from.3", "metadata.from.3: 'metadata.from' has no '3'; it has ''"),
        (
            "expect.x",
            "expect.x: the question has no 'expect' (did you mean 'expected'?); "
            "it has 'id', 'input', 'expected', 'metadata'",
        ),
        ("expected.a\n.b", "expected.a\\n.b: 'expected' has no 'a\\n' (did you mean 'a'?); it has"),
    ],
)
def test_a_path_that_leads_nowhere_says_how_far_it_led(path, message):
    """The error names the part that was found, what it is or has, and a key like the missing one."""
    with pytest.raises(CheckError) as caught:
        value(path)
    assert caught.value.message.startswith(message)
    assert caught.value.path == ("reference_path",)


def test_a_question_without_any_field_is_empty():
    """Without a question there is nothing to lead to, and the error says that."""
    with pytest.raises(CheckError, match=r"^expected\.x: the question has no 'expected'; it is empty$"):
        value("expected.x", {})


def test_looking_changes_nothing():
    """A mapping that makes what is asked for is not made to."""

    class Making(dict):
        def __missing__(self, key):
            raise AssertionError(key)

    with pytest.raises(CheckError):
        value("expected.x", {"expected": Making()})


@given(
    path=st.text(st.characters(codec=None), max_size=400),
    key=st.text(st.characters(codec=None), max_size=400),
)
def test_an_error_is_one_clean_line(path, key):
    """Whatever an author or a dataset calls its keys, the message can be printed anywhere."""
    question = {"expected": {key: 1, key[:3]: None}}
    assume(not {part for part in question["expected"] if path == part or path.startswith(f"{part}.")})
    with pytest.raises(CheckError) as caught:
        value(f"expected.{path}", question)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) <= 300


def test_the_beginning_of_a_long_path_is_shown():
    """A path is cut at a hundred characters."""
    error = DotPath("expected." + "x" * 200, field="source").error("is empty", "[2]")
    assert (error.message, error.path) == (f"expected.{'x' * 88}...[2]: is empty", ("source",))


@pytest.mark.parametrize("path", ["expected.a", "metadata.a.b", "expected.a\n", "expected. a", "metadata.0"])
def test_a_path_under_a_root_fits_the_pattern(path):
    """The pattern takes every path that can name something under its roots."""
    for alone in ((), ("expected_tools",)):
        assert re.search(dot_path_pattern(("expected", "metadata"), alone), path)


@pytest.mark.parametrize(
    "path",
    ["", "expected", "expected.", "expected..a", "expected.a.", ".expected.a", "expecteds.a", "input.a"],
)
def test_any_other_path_does_not_fit_the_pattern(path):
    """A root alone, an empty key and a path under something else are refused."""
    for alone in ((), ("expected_tools",)):
        assert not re.search(dot_path_pattern(("expected", "metadata"), alone), path)


def test_a_name_may_stand_alone():
    """A question field that is named as such fits by itself, and nothing under it."""
    pattern = dot_path_pattern(("expected",), ("expected_tools", "expected_facts"))
    assert [
        bool(re.search(pattern, path)) for path in ("expected_tools", "expected_facts", "xexpected_tools")
    ] == [
        True,
        True,
        False,
    ]
    assert not re.search(pattern, "expected_tools.a")
