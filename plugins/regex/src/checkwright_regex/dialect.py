"""Write an author's pattern so that the pcre2 package reads it as PCRE2 itself would.

The package compiles every pattern with PCRE2_ALT_BSUX, under which \\x{41} is a run of 41 x, \\xA is xA and
\\u0041 is a letter. \\N{U+41} is untouched by that option and read by the very code that reads \\x{41}: so
the one is written for the other, and PCRE2 itself judges the digits. \\L is refused in the words that \\u
deserves.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from .items import Item, Sort, items

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
    """A pattern cut into items, with the text of each as the pcre2 package wants it.

    texts: one text per item; joined they are the pattern to compile.
    """

    items: tuple[Item, ...]
    texts: tuple[str, ...]
    _pieces: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The pattern to compile."""
        return "".join(self.texts)

    def place(self, offset: int) -> int:
        """Return the place in the author's pattern of a place in `text`, both in characters."""
        piece = bisect_right(self._pieces, offset, key=lambda starts: starts[0]) - 1
        written, authored = self._pieces[piece]
        following = self._pieces[min(piece + 1, len(self._pieces) - 1)][1]
        return min(authored + offset - written, following)


def _rewritten(found: re.Match[str]) -> str:
    if found["braced"]:
        return "\\N{U+"
    return "\\L" if found["refused"] else f"\\N{{U+{found['digit']}}}"


def _cut(pattern: str, item: Item) -> Iterator[tuple[int, str]]:
    """Cut one item into pieces that are copied or rewritten whole, each with its place in `pattern`."""
    done = item.start
    if item.sort in (Sort.CHAR, Sort.CLASS):
        for found in _ESCAPE.finditer(pattern, item.start, item.end):
            if found.lastgroup:
                yield done, pattern[done : found.start()]
                yield found.start(), _rewritten(found)
                done = found.end()
    yield done, pattern[done : item.end]


def translate(pattern: str, caseless: bool = False, extended: bool = False) -> Translation:
    """Translate `pattern`; what is no valid pattern before is none after, and PCRE2 says why.

    caseless, extended: whether the flags i and x are on.
    """
    cut = tuple(items(pattern, caseless, extended))
    texts: list[str] = []
    pieces: list[tuple[int, int]] = []
    length = 0
    for item in cut:
        parts = list(_cut(pattern, item))
        for authored, text in parts:
            pieces.append((length, authored))
            length += len(text)
        texts.append("".join(text for _, text in parts))
    pieces.append((length, len(pattern)))
    return Translation(cut, tuple(texts), tuple(pieces))
