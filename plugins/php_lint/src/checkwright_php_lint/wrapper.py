"""The wrapper of a check: make a complete PHP file of a snippet."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .spec import PLACE
from .tags import OPEN_TAG, code_start, has_code, line_breaks

if TYPE_CHECKING:
    from .spec import PhpLint

__all__ = ["CLOSES_WRAPPER", "File", "join", "wrap"]

#: The mistake of code that closes its wrapper.
CLOSES_WRAPPER = "the code closes what is put around it"
#: What stands above and below the code, in the file to lint and in a second one, the probe. Code that closes
#: the wrapper of the first and opens another one is valid there; in the probe it is a parse error.
_AROUND = {
    "function": (("<?php function checkwright() {\n", "}"), ("<?php (function () {\n", "});")),
    "class": (("<?php abstract class Checkwright {\n", "}"), ("<?php (new class {\n", "});")),
}
_CLOSED = re.compile(r"\?>[ \t\r\n]*\Z")
_WORD = re.compile(r"\w+")
_BRACKET = re.compile(r"[ \t]*[)\]]")
_HALT = re.compile("__halt_compiler", re.IGNORECASE)
#: The byte order mark, which PHP would take for output.
_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class File:
    """A file to lint, made of a snippet.

    source: the text of the file.
    probe: the text of a second file, which has a parse error when the snippet closes its wrapper; None where
        there is no wrapper to close.
    tagged: whether there is an open tag.
    has_code: whether there is any PHP.
    above: lines of the file above the snippet's first line, less those of the snippet that were left out.
    lines: the first and the last line of the file that belong to the snippet; None where all do.
    may_halt: whether a `__halt_compiler` in the file may be the snippet's.
    """

    source: str
    probe: str | None
    tagged: bool
    has_code: bool
    above: int
    lines: tuple[int, int] | None = None
    may_halt: bool = True


def wrap(code: str, spec: PhpLint) -> File:
    """Make the file to lint of a snippet, as the check's wrapper says."""
    if spec.wrapper == "none":
        return File(code, None, OPEN_TAG.search(code) is not None, has_code(code, inside=False), 0)
    start = code_start(code)
    tag = OPEN_TAG.match(code, start)
    if spec.wrapper == "open_tag":
        return _with_open_tag(code, start, tagged=tag is not None)
    body, cut = code.removeprefix(_BOM), 0
    if tag is not None:
        cut = tag.end()
        body = ("echo " if tag[0] == "<?=" else "") + code[cut:]
    is_code = has_code(body, inside=True)
    body = _without_closing_tag(body, ends_statement=spec.wrapper != "class")
    skipped = line_breaks(code, 0, cut)
    is_template = spec.wrapper == "template"
    around = [(spec.wrapper_template or PLACE).split(PLACE)] if is_template else _AROUND[spec.wrapper]
    source, *probes = (join(above, body, below) for above, below in around)
    above = line_breaks(around[0][0])
    lines = above + 1, above + 1 + line_breaks(body)
    return File(
        source,
        probes[0] if probes else None,
        True,
        is_code,
        above - skipped,
        lines,
        _HALT.search(body) is not None,
    )


def join(above: str, body: str, below: str) -> str:
    """Join code with what stands above and below it.

    The code may end in a comment, so what stands below begins on a line of its own. The exception is a single
    word in brackets: it may be a cast or the key of an array inside a string, where PHP allows no line break.
    """
    between = "" if _WORD.fullmatch(body) and _BRACKET.match(below) else "\n"
    return f"{above}{body}{between}{below}"


def _with_open_tag(code: str, start: int, *, tagged: bool) -> File:
    """Make a file that begins with an open tag; a page of HTML with one stays as it is."""
    if tagged:
        # Text above the tag would be output, and `declare` and `namespace` must come first.
        source = code[start:]
        return File(source, None, True, has_code(source, inside=False), -line_breaks(code, 0, start))
    if code.startswith("<", start) and OPEN_TAG.search(code, start):
        return File(code, None, True, has_code(code, inside=False), 0)
    source = f"<?php {code.removeprefix(_BOM)}"
    return File(source, None, True, has_code(source, inside=False), 0)


def _without_closing_tag(body: str, *, ends_statement: bool) -> str:
    """Remove a final closing tag.

    ends_statement: put the semicolon that the tag stood for in its place, where one is missing.
    """
    closed = _CLOSED.search(body)
    if closed is None:
        return body
    body = body[: closed.start()].rstrip(" \t\r\n")
    return body if not ends_statement or not body or body[-1] in ";}" else f"{body}\n;"
