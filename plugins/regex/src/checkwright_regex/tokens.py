"""Tokenize a PCRE2 pattern, at the same places as PCRE2's own parser."""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from .brackets import class_end, set_end

__all__ = ["Token", "TokenType", "tokenize"]


class TokenType(Enum):
    """The type of a token, as far as it matters for translating a pattern and for bounding its search."""

    SETTING = auto()  # a leading verb such as (*ANYCRLF)
    SKIP = auto()  # comments, white space in x mode, \Q and \E
    CHAR = auto()  # matches one character: a literal, \d, \x{41}, a dot
    QUOTED = auto()  # a literal between \Q and \E
    CLASS = auto()  # [...] and (?[...])
    CLUSTER = auto()  # \X
    REFERENCE = auto()  # \1, \k<name>, (?P=name)
    REPEAT = auto()  # *, +, ?, {2,5}; the ? or + after one is a REPEAT of its own
    OPEN = auto()  # the start of a group, with the condition of a conditional one unless it is an assertion
    CLOSE = auto()
    BAR = auto()
    OPTIONS = auto()  # (?i) for the rest of its group
    CALL = auto()  # (?R), (?1), \g<name>
    VERB = auto()  # (*SKIP), (*ACCEPT:name)
    OTHER = auto()  # ^, \b, \K, (?C1)


class Token(NamedTuple):
    """One token of a pattern; `start` and `end` are characters of the pattern.

    caseless: whether the option i applies to it.
    """

    type: TokenType
    start: int
    end: int
    caseless: bool


_SETTING = re.compile(
    r"\(\*(?:UTF|UCP|NOTEMPTY(?:_ATSTART)?|NO_(?:AUTO_POSSESS|DOTSTAR_ANCHOR|JIT|START_OPT)|CASELESS_RESTRICT"
    r"|TURKISH_CASING|LIMIT_(?:HEAP|MATCH|DEPTH|RECURSION)=[0-9]+|BSR_(?:ANYCRLF|UNICODE)"
    r"|(?P<newline>CR|LF|CRLF|ANYCRLF|ANY|NUL))\)"
)
_NEWLINES = {
    "CR": r"\r",
    "LF": r"\n",
    "CRLF": r"\r\n",
    "ANYCRLF": r"\r\n|\r|\n",
    "ANY": r"\r\n|[\n-\r\x85\u2028\u2029]",
    "NUL": r"\x00",
}
_SPACE = "\t\n\v\f\r \x85\u200e\u200f\u2028\u2029"
_ESCAPE = re.compile(
    r"\\(?:"
    r"(?P<REFERENCE>[1-9][0-9]*|g(?:\{[^}]*\}?|[+-]?[0-9]+)|k(?:\{[^}]*\}?|<[^>]*>?|'[^']*'?))"
    r"|(?P<CALL>g(?:<[^>]*>?|'[^']*'?))"
    r"|(?P<CLUSTER>X)"
    r"|(?P<OTHER>[ABbGKZz])"
    r"|(?P<CHAR>c.|x(?:\{[^}]*\}?|[0-9A-Fa-f]{0,2})|0[0-7]{0,2}|[pP](?:\{[^}]*\}?|.)"
    r"|o\{[^}]*\}?|N\{[ \t]*U\+[^}]*\}?|.)"
    r")",
    re.DOTALL,
)
_LETTERS = r"\^?[A-Za-z]*(?:-[A-Za-z]*)?"
_GROUP = re.compile(
    r"(?P<SKIP>\(\?#[^)]*\)?)"
    r"|(?P<OTHER>\(\?C(?:[0-9]*|(?P<mark>[`'\"^%#$])(?:(?!(?P=mark)).|(?P=mark){2})*(?P=mark)"
    r"|\{(?:[^}]|\}\})*\})\))"
    r"|(?P<CALL>\(\?(?:R|[+-]?[0-9]+|&\w+|P>\w+)(?:\([^)]*\))?\))"
    r"|(?P<REFERENCE>\(\?P=\w+\))"
    rf"|(?P<OPTIONS>\(\?(?P<letters>{_LETTERS})\))"
    r"|(?P<OPEN>"
    rf"\(\?(?P<scoped>{_LETTERS}):"
    r"|\(\?(?=\([?*])"  # a condition that is an assertion: a token of its own
    r"|\(\?\([^)]*\)"
    r"|\(\?(?:P?<(?![=!*])[^>]*>|'[^']*'|<[=!*]|[|>=!*])"
    r"|\(\*(?:scs|scan_substring):\([^)]*\)"
    r"|\(\*[a-z_]+:"
    r"|\((?![?*]))"
    r"|(?P<VERB>\(\*[^)]*\)?)",
    re.DOTALL,
)
_REPEAT = re.compile(r"[*+?]|\{[ \t]*(?:[0-9]+[ \t]*(?:,[ \t]*[0-9]*[ \t]*)?|,[ \t]*[0-9]+[ \t]*)\}")
_WORD_EDGES = ("[[:<:]]", "[[:>:]]")
_SINGLE = {"^": TokenType.OTHER, "$": TokenType.OTHER, "|": TokenType.BAR, ")": TokenType.CLOSE}


class _Options(NamedTuple):
    """The options that change how the following text is read: i, x and xx."""

    caseless: bool
    extended: bool
    more: bool

    def changed(self, letters: str) -> "_Options":
        """Return the options after `(?letters)`."""
        caseless, extended, more = (False, False, False) if letters[:1] == "^" else self
        added, _, removed = letters.partition("-")
        if "x" in added:
            extended, more = True, "xx" in added
        if "x" in removed:
            extended = more = False
        return _Options((caseless or "i" in added) and "i" not in removed, extended, more)


class _Reader:
    """Reads one token after the other, and keeps track of the options that apply."""

    def __init__(self, pattern: str, options: _Options, newline: str) -> None:
        self._pattern = pattern
        self._comment = re.compile(rf"#.*?(?:{_NEWLINES[newline]}|\Z)", re.DOTALL)
        self._outer: list[_Options] = []
        self._quoted = False
        self.options = options

    def next(self, place: int) -> tuple[TokenType, int]:
        """Return the type and the end of the token that starts at `place`."""
        pattern = self._pattern
        character = pattern[place]
        if pattern.startswith("\\E", place) or (not self._quoted and pattern.startswith("\\Q", place)):
            self._quoted = pattern[place + 1] == "Q"
            return TokenType.SKIP, place + 2
        if self._quoted:
            return TokenType.QUOTED, place + 1
        if self.options.extended and character in _SPACE:
            return TokenType.SKIP, place + 1
        if self.options.extended and character == "#" and (found := self._comment.match(pattern, place)):
            return TokenType.SKIP, found.end()
        if character == "\\" and (found := _ESCAPE.match(pattern, place)):
            return TokenType[str(found.lastgroup)], found.end()
        if pattern.startswith(_WORD_EDGES, place):
            return TokenType.OTHER, place + len(_WORD_EDGES[0])
        if character == "[":
            return TokenType.CLASS, class_end(pattern, place, self.options.more)
        if pattern.startswith("(?[", place):
            return TokenType.CLASS, set_end(pattern, place)
        if character == "(":
            return self._group(place)
        if character == ")" and self._outer:
            self.options = self._outer.pop()
        if found := _REPEAT.match(pattern, place):
            return TokenType.REPEAT, found.end()
        return _SINGLE.get(character, TokenType.CHAR), place + 1

    def _group(self, place: int) -> tuple[TokenType, int]:
        found = _GROUP.match(self._pattern, place)
        if not found:
            return TokenType.OTHER, place + 1
        token_type = TokenType[str(found.lastgroup)]
        if token_type is TokenType.OPEN:
            self._outer.append(self.options)
        self.options = self.options.changed(found["letters"] or found["scoped"] or "")
        return token_type, found.end()


def tokenize(pattern: str, caseless: bool = False, extended: bool = False) -> Iterator[Token]:
    """Yield the tokens of `pattern` in order; together they cover all of it, even where it is not valid.

    caseless, extended: whether the options i and x apply from the start.

    Source: parse_regex() and check_escape() of PCRE2 10.47.
    """
    place, newline = 0, "LF"
    while setting := _SETTING.match(pattern, place):
        newline = setting["newline"] or newline
        yield Token(TokenType.SETTING, place, setting.end(), caseless)
        place = setting.end()
    reader = _Reader(pattern, _Options(caseless, extended, False), newline)
    while place < len(pattern):
        start = place
        token_type, place = reader.next(start)
        yield Token(token_type, start, place, reader.options.caseless)
