"""Slips in values that a response is searched for."""

import pytest

from checkwright.literals import control_slip, value_slips


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("\bday", "in double quotes YAML reads \\b as a backspace"),
        ("a\x00b", "U+0000"),
        ("a\x85b", "U+0085"),
        (" no", "begins with white space"),
        ("no\n", "ends with white space"),
        ("can't", "replies often write \u2019 (U+2019) for ' (U+0027)"),
        ("can\u2019t", "replies often write ' (U+0027) for \u2019 (U+2019)"),
        ("well-known", "U+2011"),
    ],
)
def test_a_slip_is_said_of_its_value(value, says):
    """What hardly is meant is said, with the index of the value."""
    [(index, message)] = value_slips(["fine", value])
    assert index == 1
    assert says in message


@pytest.mark.parametrize(
    "values",
    [["fine"], ["two\nlines\tand a tab"], ["can't", "can\u2019t"], ["well\u2011known", "well-known"], ["-5"]],
)
def test_what_may_well_be_meant_is_no_slip(values):
    """Line ends and tabs inside, and a value that is listed in both forms."""
    assert list(value_slips(values)) == []


def test_values_that_differ_in_case_alone_are_one_form():
    """Both are warned of, since neither is the other form."""
    assert [index for index, _ in value_slips(["can't", "CAN'T"])] == [0, 1]


def test_a_text_without_control_characters_has_no_slip():
    """Nothing is said of it."""
    assert control_slip("a\tb\r\nc \xa0\u200b") is None
