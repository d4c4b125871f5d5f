"""How long a server asks to wait."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judge_openai.retry_after import seconds_to_wait

NOW = 1_000_000_000.0  # Sun, 09 Sep 2001 01:46:40 GMT


def seconds(told, **more):
    return seconds_to_wait({"retry-after": told, **more}, lambda: NOW)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("0", 0.0),
        ("17", 17.0),
        (" 1.5 ", 1.5),
        ("-3", 0.0),
        ("Sun, 09 Sep 2001 01:46:52 GMT", 12.0),
        ("Sun, 09 Sep 2001 01:46:52 -0000", 12.0),
        ("Sunday, 09-Sep-01 01:46:52 GMT", 12.0),
        ("Sun, 09 Sep 2001 03:46:52 +0200", 12.0),
        ("Sun, 09 Sep 2001 01:46:00 GMT", 0.0),
        ("", None),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("1e999", None),
        ("Sun, 99 Sep 2001 01:46:52 GMT", None),
        ("Sun, 09 Sep 99999 01:46:52 GMT", None),
    ],
)
def test_seconds_and_dates_are_read_and_what_is_neither_is_none(told, expected):
    assert seconds(told) == expected


def test_milliseconds_that_some_servers_add_are_exact_and_go_first():
    assert seconds("2", **{"retry-after-ms": "1250"}) == 1.25
    assert seconds("2", **{"retry-after-ms": "soon"}) == 2.0


def test_without_the_header_there_is_no_wait():
    assert seconds_to_wait({}, lambda: NOW) is None


@given(st.text())
def test_no_text_raises_or_gives_a_wait_below_zero(told):
    wait = seconds(told)
    assert wait is None or 0 <= wait < float("inf")
