"""Translate patterns that need a backtracking search, so that jsonschema-rs reads them as ECMAScript does."""

from __future__ import annotations

import re

from .limits import PATTERN_WEIGHT, REPETITIONS, STATES_PER_REPETITION

__all__ = ["anchors", "for_engine", "weight"]

#: Look-around and back-references, which no linear search supports.
_BACKTRACKING = re.compile(r"\(\?<?[=!]|\\[1-9]|\\k<")
_BACK_REFERENCE = re.compile(r"(?<!\\)(?:\\\\)*+\\(?:[1-9]|k<)")
_TOKEN = re.compile(r"\\(?:c[A-Za-z]|.)|\((?:\?(?:<[^=!][^>]*+>|<?.))?|.", re.DOTALL)
_COUNT = re.compile(r"\{[0-9]*,?([0-9]+)\}")
#: Source: ECMA-262, CharacterClassEscape; white space and line ends are listed in its lexical grammar.
_RANGES = {
    r"\d": "0-9",
    r"\D": r"\x{0}-\x{2F}\x{3A}-\x{10FFFF}",
    r"\w": "0-9A-Z_a-z",
    r"\W": r"\x{0}-\x{2F}\x{3A}-\x{40}\x{5B}-\x{5E}\x{60}\x{7B}-\x{10FFFF}",
    r"\s": r"\x{9}-\x{D}\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}"
    r"\x{FEFF}",
    r"\S": r"\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}"
    r"\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}",
}
_DOT = r"[^\n\r\x{2028}\x{2029}]"


def for_engine(pattern: str) -> str:
    r"""Translate a pattern with look-around or back-references; return any other as it is.

    In the backtracking search of jsonschema-rs `\d`, `\w`, `\s` and `.` are not those of ECMAScript, so they
    are spelled out. Groups that nothing refers to become non-capturing: capturing costs a thousand times as
    much, and changes no result.
    """
    if _BACKTRACKING.search(pattern) is None:
        return pattern
    referring = _BACK_REFERENCE.search(pattern) is not None
    pieces = _TOKEN.findall(pattern)
    # Without an empty look-ahead jsonschema-rs refuses references to named groups.
    parts = ["(?=)"] if r"\k<" in pattern else []
    inside = False
    for number, piece in enumerate(pieces):
        if piece in _RANGES:
            parts.append(_RANGES[piece] if inside else f"[{_RANGES[piece]}]")
        elif piece[:2] == r"\c" and len(piece) == 3:
            parts.append(rf"\x{{{ord(piece[2]) % 32:X}}}")
        elif piece == r"\0":
            parts.append(r"\x{0}")
        elif inside:
            inside = piece != "]"
            beside = piece == "-" and not _RANGES.keys().isdisjoint(pieces[number - 1 : number + 2])
            parts.append(r"\-" if beside else piece)
        else:
            inside = piece == "["
            plain = piece[0] == "(" and not referring and (piece == "(" or piece.endswith(">"))
            parts.append("(?:" if plain else _DOT if piece == "." else piece)
    return "".join(parts)


def anchors(pattern: str) -> frozenset[str] | None:
    """Return which of `^` and `$` stand in a pattern as anchors; None where it looks around or back."""
    if _BACKTRACKING.search(pattern) is not None:
        return None
    found, inside = set(), False
    for piece in _TOKEN.findall(pattern):
        if inside:
            inside = piece != "]"
        elif piece in (r"\b", r"\B"):
            return None
        elif piece == "[":
            inside = True
        elif piece in "^$":
            found.add(piece)
    return frozenset(found)


def weight(pattern: str) -> int:
    """Return how many times as much as for a plain pattern one step of a search may cost.

    Captured groups inside of counted repetitions are followed one by one, each in several states.
    """
    product = 1
    if _BACK_REFERENCE.search(pattern) is not None:
        for count in _COUNT.findall(pattern):
            product *= max(1, min(int(count[:6]), REPETITIONS))
    return 1 if product == 1 else min(product * STATES_PER_REPETITION, PATTERN_WEIGHT)
