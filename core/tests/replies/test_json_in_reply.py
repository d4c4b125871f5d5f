"""The JSON that a reply means: a table of replies, and laws that hold for any."""

import json
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from checkwright.replies import Found, NotFound, equal_json, find_json
from checkwright.wording import one_line

TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('[]{}"\\,:`'))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
)
OBJECTS = st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4)
#: Words without a bracket, a backslash or a fence, on one line or several.
PROSE = st.text("abc é.,:;'\"()#*>-\n0123456789", max_size=40)

ROWS = yaml.safe_load(Path(__file__).with_name("replies.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_the_value_meant_is_found_and_none_where_none_is_meant(row):
    """What models write is read as people would read it, and never repaired."""
    found = find_json(row["reply"])
    if "fails" in row:
        assert isinstance(found, NotFound), found
        assert row["fails"] in found.reason
        assert found.reason == one_line(found.reason)
        assert found.line is None or 1 <= found.line <= row["reply"].count("\n") + 1
    else:
        assert isinstance(found, Found), found
        assert (found.way, equal_json(found.value, row["value"])) == (row["way"], True)


def test_the_table_is_long_and_says_each_thing_once():
    """More than seventy replies, none twice, and each with its one outcome."""
    assert len(ROWS) > 70
    assert len({row["name"] for row in ROWS}) == len({row["reply"] for row in ROWS}) == len(ROWS)
    assert all(("fails" in row) != ("way" in row and "value" in row) for row in ROWS)


@given(
    VALUES, PROSE, PROSE, st.sampled_from(["```json", "~~~JSON", "````json5 x=1"]), st.sampled_from([None, 1])
)
def test_a_value_in_a_fence_is_found_whatever_stands_around(value, before, after, fence, indent):
    """Any JSON value in a labelled block comes back equal, and its span quotes the reply."""
    code = json.dumps(value, indent=indent, ensure_ascii=False)
    text = f"Here. {before}\n\n{fence}\n{code}\n{fence[0] * 4}\n\n{after}"
    found = find_json(text)
    assert isinstance(found, Found)
    assert equal_json(found.value, value)
    assert text[slice(*found.span)] == code


@given(OBJECTS, PROSE, PROSE, st.sampled_from([None, 1]))
def test_an_object_in_prose_is_found_whatever_stands_around(value, before, after, indent):
    """Any object in words without brackets comes back equal, and its span quotes it."""
    code = json.dumps(value, indent=indent)
    text = f"Here. {before} {code} {after} Done."
    found = find_json(text)
    assert isinstance(found, Found)
    assert equal_json(found.value, value)
    assert text[slice(*found.span)] == code
    assert (found.way, found.line) == (f"the object on line {found.line}", before.count("\n") + 1)


@given(OBJECTS, st.integers(1))
def test_a_value_that_is_cut_off_is_not_found(value, cut):
    """Nothing inside of an object or a block that the reply cuts off is taken for the answer."""
    code = json.dumps([value])
    code = code[: 1 + cut % (len(code) - 1)]
    assert isinstance(find_json(code), NotFound)
    assert isinstance(find_json(f"Here:\n```json\n{code}"), NotFound)
    assert isinstance(find_json(f"Here: {code}"), NotFound)


@given(
    st.lists(st.sampled_from('{}[]"\\:,1 \n`~>-') | st.sampled_from(["```", "json", '{"a":1}']), max_size=30)
)
def test_what_is_found_is_what_its_span_says(pieces):
    """Whatever the reply, the value found is what the json module reads at its place."""
    text = "".join(pieces)
    found = find_json(text)
    if isinstance(found, NotFound):
        assert found.reason == one_line(found.reason)
    elif "block" not in found.way:
        assert json.loads(text[slice(*found.span)]) == found.value
    assert find_json("\ufeff<think>" + text.replace("<", "") + "</think>") == NotFound(
        "nothing after the thinking"
    )


def test_more_broken_objects_than_are_tried():
    """At most 50 objects that are none are tried; then nothing is found, whatever else there is."""
    broken = '{"a": 1,} '
    assert find_json(broken * 50 + '{"a": 1}').value == {"a": 1}
    assert find_json(broken * 51 + '{"a": 1}') == NotFound(
        "more than 50 objects in the reply are no strict JSON"
    )
    assert find_json("[1, x] " * 51 + "[2, 3]").reason == "more than 50 lists in the reply are no strict JSON"


def test_braces_of_formulas_are_not_tried():
    """Braces that no key follows do not count as objects."""
    assert find_json(r"\frac{1}{2} " * 500 + '{"a": 1}').value == {"a": 1}


UNITS = [
    *(
        "[",
        "]",
        "{",
        '{"a":',
        '{"a":1,}\n',
        '{"a":1}\n',
        "```",
        "```\n",
        "```json\n1,\n```\n",
        "<think>",
        "{]",
    ),
    *("[0, 1) ", "\\", '"', '{"\\"', "{[}", "[a](b) ", " ", "\r", "> ```\n", "- ```\n"),
]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("start", ["", "[", '{"a":"', "```\n", "<think>", "So "])
def test_finding_takes_time_in_proportion_to_the_reply(unit, start):
    """40,000 hostile characters take less than five seconds of CPU time, and no recursion."""
    text = start + unit * (40_000 // len(unit))
    before = time.thread_time()
    find_json(text)
    assert time.thread_time() - before < 5


@pytest.mark.parametrize("unit", ["[", "```\n", '{"a":', "<think>", '{"a":1,}\n'])
def test_ten_times_the_reply_takes_about_ten_times_as_long(unit):
    """From 10,000 to 100,000 characters CPU time grows in proportion, not with the square."""

    def spent(length):
        text = unit * (length // len(unit))
        figures = []
        for _ in range(3):
            before = time.thread_time()
            find_json(text)
            figures.append(time.thread_time() - before)
        return min(figures)

    assert spent(100_000) < 40 * max(spent(10_000), 0.001)
