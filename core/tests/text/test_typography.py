"""Typographic characters and the plain ones that they stand for."""

import sys

import pytest

from checkwright.text import fold, nfc
from checkwright.text.typography import (
    has_typography,
    other_spelling,
    typography_names,
    without_typography,
)

EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))


def test_eight_characters_are_typography():
    """Quotes, apostrophes, hyphens and no-break blanks have a plain form, and nothing else has."""
    changed = {
        one: plain
        for one, plain in zip(EVERYTHING, without_typography(EVERYTHING), strict=True)
        if one != plain
    }
    assert changed == {
        "\xa0": " ", "\u2010": "-", "\u2011": "-", "\u2018": "'", "\u2019": "'",
        "\u201c": '"', "\u201d": '"', "\u202f": " ",
    }  # fmt: skip
    assert all(map(has_typography, changed))
    assert not has_typography("plain 'text' - of \"each\"")


def test_folding_leaves_typography_alone():
    """It makes no difference whether a text is folded first, for any character before a combining mark."""
    for one in EVERYTHING:
        text = f"{one}\u0338"
        assert fold(without_typography(text)) == without_typography(fold(text))
        assert nfc(without_typography(text)) == without_typography(nfc(text))


def test_what_differs_is_named_once():
    """Each side names its characters in order and once."""
    assert typography_names("\u201ca\u201d \u201cb", '"a" "b') == ("U+201C, U+201D", "U+0022")
    assert typography_names("same", "same") == ("", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("can't", ("'", "\u2019")),
        ("can\u2019t", ("\u2019", "'")),
        ('say "no"', ('"', "\u201c")),
        ("well-known", ("-", "\u2011")),
        ("well\u2010known", ("\u2010", "-")),
        ("no\xa0risk", None),
        ("- item", None),
        ("---", None),
        ("-5 _-_", None),
        ("plain", None),
    ],
)
def test_the_other_spelling_of_a_text(text, expected):
    """The first character that is often written the other way; a hyphen counts inside words only."""
    assert other_spelling(text) == expected
