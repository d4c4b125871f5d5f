"""Find the end of a character class in square brackets."""

import re

__all__ = ["class_end", "set_end"]

_POSIX = r"\[([:.=])(?:\\[\\\]]|(?!\[\1|\]|\1\]).)*\1\]"
_OPENING = re.compile(r"\[(?:\\E|\\Q\\E)*\^?(?:\\E|\\Q\\E)*\]?")
_SPACED_OPENING = re.compile(r"\[(?:\\E|\\Q\\E|[ \t])*\^?(?:\\E|\\Q\\E|[ \t])*\]?")
_PART = re.compile(rf"\\Q.*?(?:\\E|\Z)|\\c.|\\.|{_POSIX}|[^\]]", re.DOTALL)
_SET_PART = re.compile(rf"\\c.|\\.|{_POSIX}|[^\[\]]", re.DOTALL)


def class_end(pattern: str, start: int, spaced: bool) -> int:
    """Return the end of the class `[...]` that opens at `start`; an unclosed one runs to the end.

    spaced: whether blanks before its first character are ignored (option xx).
    """
    opening = (_SPACED_OPENING if spaced else _OPENING).match(pattern, start)
    place = opening.end() if opening else start
    while part := _PART.match(pattern, place):
        place = part.end()
    return min(place + 1, len(pattern))


def set_end(pattern: str, start: int) -> int:
    """Return the end of the set `(?[...])` that opens at `start`; an unclosed one runs to the end."""
    place = start + 3
    while place < len(pattern) and pattern[place] != "]":
        part = _SET_PART.match(pattern, place)
        place = part.end() if part else class_end(pattern, place, True)
    return min(place + 2, len(pattern))
