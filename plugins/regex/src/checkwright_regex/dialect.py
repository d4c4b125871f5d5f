"""Translate an author's pattern so that the pcre2 package reads it as PCRE2 itself would.

The package compiles every pattern with PCRE2_ALT_BSUX. Under that option \\x{41} means 41 times the letter
x, \\xA means xA, and \\u0041 is a letter. \\N{U+41} means the same with and without it, so \\x{41} is
translated to that, and PCRE2 checks the digits. \\u is translated to \\L, which PCRE2 refuses with the
message that \\u gets without the option.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from .tokens import Token, TokenType, tokenize

__all__ = ["Translation", "translate"]

_ESCAPE = re.compile(
    r"\\Q.*?(?:\\E|\Z)"
    r"|\\c."
    r"|(?P<braced>\\x\{[ \t]*)"
    r"|(?P<short>\\x(?P<digit>[0-9A-Fa-f]?)(?![0-9A-Fa-f]))"
    r"|(?P<refused>\\[uU])"
    r"|\\.",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Translation:
    """A pattern as tokens, with the translated text of each.

    texts: one text per token; joined they are the pattern to compile.
    """

    tokens: tuple[Token, ...]
    texts: tuple[str, ...]
    _pieces: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The pattern to compile."""
        return "".join(self.texts)

    def place(self, offset: int) -> int:
        """Return the place in the author's pattern that a place in `text` comes from, both in characters."""
        piece = bisect_right(self._pieces, offset, key=lambda starts: starts[0]) - 1
        written, authored = self._pieces[piece]
        following = self._pieces[min(piece + 1, len(self._pieces) - 1)][1]
        return min(authored + offset - written, following)


def _rewritten(found: re.Match[str]) -> str:
    if found["braced"]:
        return "\\N{U+"
    return "\\L" if found["refused"] else f"\\N{{U+{found['digit']}}}"


def _pieces_of(pattern: str, token: Token) -> Iterator[tuple[int, str]]:
    """Yield the pieces of one token, translated, each with its place in `pattern`."""
    done = token.start
    if token.type in (TokenType.CHAR, TokenType.CLASS):
        for found in _ESCAPE.finditer(pattern, token.start, token.end):
            if found.lastgroup:
                yield done, pattern[done : found.start()]
                yield found.start(), _rewritten(found)
                done = found.end()
    yield done, pattern[done : token.end]


def translate(pattern: str, caseless: bool = False, extended: bool = False) -> Translation:
    """Translate `pattern`; an invalid pattern stays invalid, for PCRE2 to refuse.

    caseless, extended: whether the flags i and x are set.
    """
    tokens = tuple(tokenize(pattern, caseless, extended))
    texts: list[str] = []
    pieces: list[tuple[int, int]] = []
    length = 0
    for token in tokens:
        parts = list(_pieces_of(pattern, token))
        for authored, text in parts:
            pieces.append((length, authored))
            length += len(text)
        texts.append("".join(text for _, text in parts))
    pieces.append((length, len(pattern)))
    return Translation(tokens, tuple(texts), tuple(pieces))
