"""Wrapping: make a PHP file of a piece of code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .spec import PLACE
from .tags import OPEN_TAG, beginning, has_code, line_breaks

if TYPE_CHECKING:
    from .spec import PhpLint

__all__ = ["CLOSES", "File", "joined", "wrapped"]

#: What is wrong with code that leaves its wrapper.
CLOSES = "the code closes what is put around it"
#: What stands around the code; and around a second file that no code can leave which could leave the first.
_AROUND = {
    "function": (("<?php function checkwright() {\n", "}"), ("<?php (function () {\n", "});")),
    "class": (("<?php abstract class Checkwright {\n", "}"), ("<?php (new class {\n", "});")),
}
_CLOSED = re.compile(r"\?>[ \t\r\n]*\Z")
_WORD = re.compile(r"\w+")
_BRACKET = re.compile(r"[ \t]*[)\]]")
_HALT = re.compile("__halt_compiler", re.IGNORECASE)
#: The byte order mark, which PHP would take for output.
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class File:
    """A file to lint.

    source: what PHP reads.
    guard: a file that has a parse error when the code leaves its wrapper and no other; None: none does.
    tagged: whether there is an open tag.
    says: whether there is any PHP.
    above: lines of the file that stand above the code's first line, less those of the code left out.
    lines: the first and the last line of the file with code, where lines that are not the code's stand around
        it; None where none do.
    halts: whether a halt in the file may be the code's.
    """

    source: str
    guard: str | None
    tagged: bool
    says: bool
    above: int
    lines: tuple[int, int] | None = None
    halts: bool = True


def wrapped(code: str, spec: PhpLint) -> File:
    """Make the file that a check wants linted."""
    if spec.wrapper == "none":
        return File(code, None, OPEN_TAG.search(code) is not None, has_code(code, inside=False), 0)
    start = beginning(code)
    tag = OPEN_TAG.match(code, start)
    if spec.wrapper == "open_tag":
        return _opened(code, start, tagged=tag is not None)
    body, cut = code.removeprefix(_MARK), 0
    if tag is not None:
        cut = tag.end()
        body = ("echo " if tag[0] == "<?=" else "") + code[cut:]
    says = has_code(body, inside=True)
    body = _left_open(body, ends=spec.wrapper != "class")
    skipped = line_breaks(code, 0, cut)
    is_template = spec.wrapper == "template"
    around = [(spec.wrapper_template or PLACE).split(PLACE)] if is_template else _AROUND[spec.wrapper]
    source, *guards = (joined(above, body, below) for above, below in around)
    above = line_breaks(around[0][0])
    lines = above + 1, above + 1 + line_breaks(body)
    return File(
        source,
        guards[0] if guards else None,
        True,
        says,
        above - skipped,
        lines,
        _HALT.search(body) is not None,
    )


def joined(above: str, body: str, below: str) -> str:
    """Put code between what stands above and below it.

    The code may end in a comment, so what closes it stands on a line of its own; but a word in brackets may
    be a cast or the key in a text, which hold no line break.
    """
    between = "" if _WORD.fullmatch(body) and _BRACKET.match(below) else "\n"
    return f"{above}{body}{between}{below}"


def _opened(code: str, start: int, *, tagged: bool) -> File:
    """Make a file that begins with an open tag, or is a page with one."""
    if tagged:
        # Text above the tag would be output, and `declare` and `namespace` must come first.
        source = code[start:]
        return File(source, None, True, has_code(source, inside=False), -line_breaks(code, 0, start))
    if code.startswith("<", start) and OPEN_TAG.search(code, start):
        return File(code, None, True, has_code(code, inside=False), 0)
    source = f"<?php {code.removeprefix(_MARK)}"
    return File(source, None, True, has_code(source, inside=False), 0)


def _left_open(body: str, *, ends: bool) -> str:
    """Leave out a final closing tag; it ends a statement, so a semicolon stands in for it where one may."""
    closed = _CLOSED.search(body)
    if closed is None:
        return body
    body = body[: closed.start()].rstrip(" \t\r\n")
    return body if not ends or not body or body[-1] in ";}" else f"{body}\n;"
