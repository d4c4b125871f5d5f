"""Characters that nobody sees."""

import sys
import unicodedata

import pytest

from checkwright.text import has_invisible, has_visible, without_invisible

EVERYTHING = "".join(map(chr, range(sys.maxunicode + 1)))
LEFT_OUT = frozenset(EVERYTHING) - frozenset(without_invisible(EVERYTHING))

#: The default-ignorable characters that are assigned and of another category than Cf.
#: Source: Unicode 17.0, DerivedCoreProperties.txt.
IGNORABLE = [
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x180E), 0x180F, 0x3164, *range(0xFE00, 0xFE10),
    0xFFA0, *range(0xE0100, 0xE01F0),
]  # fmt: skip


def test_every_format_character_is_invisible():
    """Every character of category Cf of this Python is known."""
    assert {character for character in EVERYTHING if unicodedata.category(character) == "Cf"} <= LEFT_OUT


def test_the_ignorable_the_blank_and_nul_are_invisible():
    """What is assigned and left out besides category Cf: the default-ignorable characters, U+2800 and NUL."""
    others = {character for character in LEFT_OUT if unicodedata.category(character) not in ("Cf", "Cn")}
    assert others == {*map(chr, IGNORABLE), "\u2800", "\0"}


def test_unassigned_ones_are_reserved_for_it():
    """An unassigned character is invisible only where Unicode keeps it free for default-ignorable ones."""
    unassigned = {ord(character) for character in LEFT_OUT if unicodedata.category(character) == "Cn"}
    newer = {0x1343F, *range(0x13439, 0x13440)}  # Format characters of a Unicode later than 14.
    assert unassigned - newer <= {0x2065, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000)}


@pytest.mark.parametrize("character", [*sorted(LEFT_OUT)[::97], "\0", "\u3164", "\ufe0f", "\U000e0fff"])
@pytest.mark.parametrize("text", ["{}", "a{}b", "é{}", "漢{}\n", "😀{}"])
def test_one_is_found_in_every_text(text, character):
    """An invisible character is noticed whatever else stands in the text."""
    assert has_invisible(text.format(character))
    assert not has_invisible(text.format(""))


@pytest.mark.parametrize("character", sorted(LEFT_OUT)[::97])
def test_nobody_sees_them(character):
    """A text of invisible characters and white space has nothing to see, and one letter changes that."""
    assert not has_visible(f"{character} \n{character * 3}")
    assert has_visible(f"{character}a{character}")


@pytest.mark.parametrize("text", ["", " \t\r\n\v\f", "\u3000\u2028\x85", "\x07\x1b", "\udfff\0"])
def test_gaps_and_controls_show_nothing(text):
    """White space, control characters and lone surrogates are nothing to see."""
    assert not has_visible(text)


@pytest.mark.parametrize("text", [".", "\u0301", "0", "漢", "😀\ufe0f", "⠁", "ㅤa", "\ue000"])
def test_marks_and_signs_are_seen(text):
    """Everything else is seen: marks, signs, Braille with a dot, private characters."""
    assert has_visible(text)
