"""Patterns of both engines: what one means does not hang on which of them searches."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright import Case, Toolbox
from checkwright_json_schema import KIND
from checkwright_json_schema.patterns import for_engine

_CLASSES = [r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", ".", r"[^\d]", r"[\w-]", r"[\s\d]", r"[^\W]", r"[\D]"]
ATOMS = st.sampled_from([*_CLASSES, r"[\S.]", "a", r"(a|\d)", r"\.", "[.]", r"\\"])
PIECES = st.lists(st.tuples(ATOMS, st.sampled_from(["", "?", "*"])).map("".join), min_size=1, max_size=3)
#: Digits, letters, white space and line ends on which dialects of patterns differ.
CHARACTERS = "a1_ \u00e9\u0663\u00a0\ufeff\n\r\u2028\u0085-.\\\u200b\u1680\u180e"


def judged(pattern, text, times=1):
    schema = {"pattern": pattern} if times == 1 else {"allOf": [{"pattern": pattern}] * times}
    spec = KIND.spec.model_validate({"kind": "json_schema", "schema": schema})
    return KIND.prepare(spec, Toolbox())(Case(json.dumps(text)))


@given(PIECES, st.text(CHARACTERS, max_size=3))
def test_look_around_changes_nothing_else(pieces, text):
    """A pattern means the same with a look-around that forbids nothing beside it."""
    pattern = "".join(pieces)
    assert judged(f"(?!zz)^(?:{pattern})$", text).passed is judged(f"^(?:{pattern})$", text).passed


@pytest.mark.parametrize(
    ("pattern", "fits", "others"),
    [
        (r"^(?=.*\d)[\w-]+$", ["a-1"], ["a-\u0663", "\u00e91"]),
        (r"^(\w)\1$", ["aa"], ["ab"]),
        (r"^(?<one>\w)\k<one>$", ["aa"], ["ab"]),
        (r"^(?:(?!a).)\cA\0$", ["b\1\0"], ["a\1\0", "b"]),
        (r"^(?<!x)[-\d]$", ["-", "5"], ["x", "."]),
        (r"^(?!x)[\]a].$", ["]b", "ab"], ["bb", "a\n"]),
    ],
)
def test_patterns_are_those_of_ecmascript(pattern, fits, others):
    """Look-around, back-references, classes and escapes mean what ECMAScript says."""
    assert [text for text in fits if not judged(pattern, text).passed] == []
    assert [text for text in others if judged(pattern, text).passed] == []


def test_a_pattern_of_a_linear_search_stays_as_it_is():
    """Only what the linear search does not know is written anew."""
    assert for_engine(r"^(a|\d)+.$") == r"^(a|\d)+.$"
    assert for_engine(r"^(a|b)(?!c)") == "^(?:a|b)(?!c)"


def test_the_reason_quotes_the_pattern_of_the_author():
    """Whatever the engine is given, the reason shows what stands in the schema."""
    assert "expected a match of '^(?!0)(\\\\d+)$'" in judged(r"^(?!0)(\d+)$", "05").reason


def test_all_patterns_for_one_text_share_its_steps():
    """What one pattern may do, two hundred for the same text may not; those without look-around may."""
    text = "price " * 300 + "$5"
    assert judged(r"(?<=\$)\d+", text).passed
    assert judged(r"(?<=\$)\d+", text, times=200).reason.startswith("match limit: ")
    assert judged(r"\$\d+", text, times=200).passed
