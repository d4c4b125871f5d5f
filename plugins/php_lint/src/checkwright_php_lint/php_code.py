"""The PHP in a reply: its code blocks, or all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checkwright.replies import answer_start, blocks_of

from .tags import OPEN_TAG

if TYPE_CHECKING:
    from checkwright import Case
    from checkwright.replies import Block

__all__ = ["PhpCode", "Snippet", "php_code_of"]

_PHP = frozenset({"php", "phtml", "php-template"})
_MAY_BE_PHP = frozenset({"", "html"})
_BLANK = " \t\r\n\v\f"
_LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of code without the blank lines around it.

    start: its place in the text of its block, or in the response.
    block: the code block that holds it; None where it is the response itself.
    """

    text: str
    start: int
    block: Block | None

    def span(self, line: int) -> tuple[int, int]:
        """Return the span in the response of a line of the code, without the white space around it.

        line: the index of the line, from 0; past the last line it is the last.
        """
        start, stop = 0, len(self.text)
        for number, found in enumerate(_LINE_BREAK.finditer(self.text)):
            if number == line:
                stop = found.start()
                break
            start = found.end()
        written = self.text[start:stop]
        start += len(written) - len(written.lstrip(_BLANK))
        stop = max(start, stop - (len(written) - len(written.rstrip(_BLANK))))
        return self._place(start), self._place(stop)

    def _place(self, index: int) -> int:
        index += self.start
        return index if self.block is None else self.block.place(index)


@dataclass(frozen=True, slots=True)
class PhpCode:
    """The code to lint.

    snippets: at least one, in order.
    other_blocks: number of code blocks that hold no PHP, where the response itself is the code.
    """

    snippets: tuple[Snippet, ...]
    other_blocks: int = 0


def php_code_of(case: Case) -> PhpCode:
    """Return the PHP of a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_php_code)


def _php_code(case: Case) -> PhpCode:
    text, found = case.text, blocks_of(case)
    php = tuple(_snippet(block.text, 0, block) for block in found if _is_php(block))
    if php:
        return PhpCode(php)
    start = answer_start(text)
    return PhpCode((_snippet(text[start:], start, None),), len(found))


def _is_php(block: Block) -> bool:
    if block.label in _PHP:
        return True
    return block.label in _MAY_BE_PHP and OPEN_TAG.search(block.text) is not None


def _snippet(text: str, start: int, block: Block | None) -> Snippet:
    left = text.lstrip(_BLANK)
    return Snippet(left.rstrip(_BLANK), start + len(text) - len(left), block)
