"""Scripts that are written without spaces, and which neighbouring characters belong to one word."""

import re
import unicodedata

__all__ = ["HANGUL", "LETTER", "UNSPACED", "are_one_word", "without_marks"]

#: Letters of scripts that are written without spaces, as the inside of a character class of `re`: Thai, Lao,
#: Tibetan, Myanmar, Khmer, Tai Le, New Tai Lue, Tai Tham, Balinese, Han, Kana, Bopomofo, Yi, Javanese.
UNSPACED = (
    "\u0e01-\u0e4f\u0e81-\u0ecf\u0edc-\u0edf\u0f40-\u0fbc\u1000-\u103f\u1050-\u108f\u1780-\u17d3"
    "\u1950-\u1974\u1980-\u19c9\u1a20-\u1a7c\u1b00-\u1b4b\u3005-\u3007\u3021-\u3029\u3031-\u3035"
    "\u3041-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua48c"
    "\ua980-\ua9c0\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
#: Hangul, likewise: it is written with spaces, but particles and counters follow a word without one.
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"
#: A letter of another script, as a pattern of `re`; superscripts, subscripts and fractions are no letters.
LETTER = rf"(?![{UNSPACED}{HANGUL}²³¹¼-¾⁰-₎⅐-↉])[^\W\d_]"

_UNSPACED = re.compile(f"[{UNSPACED}]")
_MARKS = re.compile("[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u064b-\u065f\u0670\u0900-\u0dff\u20d0-\u20f0]")


def without_marks(text: str) -> str:
    """Return `text` without the combining marks at its end."""
    while text and _is_mark(text[-1]):
        text = text[:-1]
    return text


def _is_mark(character: str) -> bool:
    # The ranges of Indian scripts also hold a full stop and other characters that are no marks.
    return (
        not character.isascii()
        and _MARKS.match(character) is not None
        and unicodedata.category(character).startswith("M")
    )


def _is_word_character(character: str) -> bool:
    """Return whether a character is a letter, a digit or a combining mark."""
    return character.isalnum() or _is_mark(character)


def are_one_word(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word.

    Each letter of a script that is written without spaces is a word of its own.
    """
    return (
        _is_word_character(left)
        and _is_word_character(right)
        and not _UNSPACED.match(left)
        and not _UNSPACED.match(right)
    )
