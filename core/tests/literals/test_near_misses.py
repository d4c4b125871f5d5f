"""The values that invisible characters hide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright.contract.case import Case
from checkwright.literals import NearMisses
from checkwright.text import fold, has_invisible, invisible_names, visible_places, without_invisible
from checkwright.text.typography import without_typography

TEXT = st.text(st.sampled_from("abAßéÉe\u0301\u200b\u200d\xad\ud800 \n'\u2019\u2018-\u2011\xa0"), max_size=20)


def plain(text):
    return fold(without_typography(without_invisible(text)))


@given(text=TEXT)
def test_a_text_without_them_keeps_everything_else(text):
    """Leaving out and counting agree: each visible character stands where its place says."""
    visible = without_invisible(text)
    assert visible == "".join(character for character in text if character not in "\u200b\u200d\xad")
    assert [text[place] for place in visible_places(text)] == list(visible)
    assert has_invisible(text) is (visible != text)


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        ("so\u200brry", "", "U+200B"),
        ("s\u200bo\u200brry\xad", "", "U+200B, U+00AD"),
        ("a\u200db\u200b", "a\u200db", "U+200B"),
        ("ab", "a\xadb", "U+00AD"),
        ("a\u200bb", "ab\u200b", "U+200B"),
        ("\u200b\u200c\u200d\u200e\u200f", "", "U+200B, U+200C, U+200D and 2 more"),
        ("\U000e0041", "", "U+E0041"),
        ("a", "a", ""),
    ],
)
def test_invisible_characters_are_named_once(text, other, expected):
    """What makes the difference between two texts is named by code point, in order, and not endlessly."""
    assert invisible_names(text, other) == expected


@pytest.mark.parametrize(
    ("values", "response", "expected"),
    [
        (["sorry"], "I am so\u200brry.", "'so\\u200brry' would match 'sorry' without the invisible U+200B"),
        (["sorry"], "SO\xadRRY", "'SO\\xadRRY' would match 'sorry' without the invisible U+00AD"),
        (
            ["x", "straße"],
            "HAUPT\u2060STRA\u2060SSE",
            "'STRA\\u2060SSE' would match 'straße' without the invisible U+2060",
        ),
        (["é"], "caf e\u200b\u0301!", "'e\\u200b\u0301' would match 'é' without the invisible U+200B"),
        (["soft\xadware"], "Software", "'Software' would match 'soft\\xadware' without the invisible U+00AD"),
        (["\u200b", "ab"], "a\u200db", "'a\\u200db' would match 'ab' without the invisible U+200D"),
        (["👩\u200d👧"], "👩👧", "'👩👧' would match '👩\\u200d👧' without the invisible U+200D"),
        (
            ["CAN'T"],
            "I can\u2019t.",
            "'can\u2019t' would match \"CAN'T\" with U+0027 in place of U+2019 (typography)",
        ),
        (
            ["can\u2019t"],
            "I can't.",
            "\"can't\" would match 'can\u2019t' with U+2019 in place of U+0027 (typography)",
        ),
        (
            ["no well-known risk"],
            "No\xa0well\u2010known\u202fRisk",
            "'No\\xa0well\u2010known\\u202fRisk' would match 'no well-known risk' with U+0020, "
            "U+002D in place of U+00A0, U+2010, U+202F (typography)",
        ),
        (
            ['"straße"'],
            "\u201cSTRA\u200bSSE\u201d",
            "'\u201cSTRA\\u200bSSE\u201d' would match '\"straße\"' without the invisible U+200B and with "
            "U+0022 in place of U+201C, U+201D (typography)",
        ),
    ],
)
def test_a_near_miss_says_what_stands_there(values, response, expected):
    """The clause quotes the response, names the author's value and the characters between them."""
    assert str(NearMisses(values).find(Case(response))) == expected


@pytest.mark.parametrize(
    ("values", "response"),
    [
        (["sorry"], "I am glad"),
        (["sorry"], "I am glad\u200b"),
        (["sorry"], "sorr\u0443"),
        (["can't"], "can\u00b4t"),
        (["a-b"], "a\u2013b"),
        (["sorry"], "I can\u2019t"),
        (["\u200b"], "sorry"),
        (["\u200b\u200d"], "sorry \xad"),
        (["soft\xadware"], "hardware"),
        (["sorry"], ""),
    ],
)
def test_what_is_further_away_is_no_near_miss(values, response):
    """Only invisible characters and typography make no difference, and nothing is nearly everywhere."""
    assert NearMisses(values).find(Case(response)) is None


def test_case_counts_when_it_is_asked_for():
    """A near miss of a case-sensitive value has its case."""
    assert NearMisses(["Sorry"], case_sensitive=True).find(Case("so\u200brry")) is None
    assert NearMisses(["Sorry"], case_sensitive=True).find(Case("So\u200brry")).text == "So\u200brry"


@given(values=st.lists(TEXT.filter(bool).map(lambda text: text[:3]), min_size=1, max_size=12), response=TEXT)
def test_near_misses_are_what_leaving_out_both_sides_gives(values, response):
    """There is a near miss exactly when a plain value stands in the plain response: the first."""
    visible = {value: plain(value) for value in values}
    found = [value for value in values if visible[value] and visible[value] in plain(response)]
    if any(fold(value) in fold(response) for value in values):
        return
    miss = NearMisses(values).find(Case(response))
    assert (miss is None) == (not found)
    if miss is not None:
        assert miss.value == found[0]
        assert visible[miss.value] in plain(miss.text)
        assert miss.text in response
        assert miss.difference
        assert len(str(miss)) <= 250
        assert str(miss).isprintable()
