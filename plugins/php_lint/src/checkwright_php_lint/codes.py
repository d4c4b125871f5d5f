"""The pieces of PHP in a reply: its code blocks, or all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from checkwright.replies import answer_start, blocks_of

from .tags import OPEN_TAG

if TYPE_CHECKING:
    from checkwright import Case
    from checkwright.replies import Block

__all__ = ["Code", "Codes", "codes_of"]

#: Labels of PHP, also as `{.php}`, `php:src/a.php` or `php{1,3}`.
_PHP = re.compile(r"\{?\.?(?:php|phtml|php-template)(?![\w-])", re.IGNORECASE)
_BLANK = " \t\r\n\v\f"
_LINE_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Code:
    """A piece of code without the blank lines around it.

    start: where it starts in the text of its block, or in the response.
    block: where it stands; None: in the response itself.
    """

    text: str
    start: int
    block: Block | None

    def span(self, line: int) -> tuple[int, int]:
        """Give the characters of the response that a line of the code is, without its indentation.

        line: its index, from 0; one past the last is the last.
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
class Codes:
    """What there is to lint.

    pieces: in order. passed_over: how many code blocks are no PHP, where the response itself is linted.
    """

    pieces: tuple[Code, ...]
    passed_over: int = 0


def codes_of(case: Case) -> Codes:
    """Give the PHP of a case's response, found once for all checks.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_codes)


def _codes(case: Case) -> Codes:
    text, found = case.text, blocks_of(case)
    php = tuple(_code(block.text, 0, block) for block in found if _is_php(block))
    if php:
        return Codes(php)
    start = answer_start(text)
    return Codes((_code(text[start:], start, None),), len(found))


def _is_php(block: Block) -> bool:
    if _PHP.match(block.label):
        return True
    return block.label.lower() in ("", "html") and OPEN_TAG.search(block.text) is not None


def _code(text: str, start: int, block: Block | None) -> Code:
    left = text.lstrip(_BLANK)
    return Code(left.rstrip(_BLANK), start + len(text) - len(left), block)
