"""Find the headings in raw HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["LINE_BREAK", "HtmlHeading", "html_headings"]

#: A tag that is rendered as white space.
LINE_BREAK = re.compile(r"<br[\s/]*>", re.IGNORECASE | re.ASCII)

#: Parts in which tags are text, and headings up to their end tag, the next heading or the end of the text.
#: Each alternative consumes all that it reads or stops at the next "<", so that the time is linear.
_PART = re.compile(
    r"<!--(?:-?>|.*?-->|.*)"
    r"|<(pre|script|style|textarea)(?=[\s>]).*?(?:</\1|\Z)"
    r"|<\?(?:.*?\?>|.*)"
    r"|<!\[CDATA\[(?:.*?\]\]>|.*)"
    r"|<h([1-6])(?:\s[^<>]*)?/?>(.*?)(?=</?h[1-6][\s/>]|\Z)",
    re.DOTALL | re.IGNORECASE | re.ASCII,
)
_MARKUP = re.compile(r"<!--(?:-?>|.*?-->)|<[^<>]*>", re.DOTALL)


class HtmlHeading(NamedTuple):
    """One heading of raw HTML.

    text: its content, without tags and with entities resolved.
    lines: from its first line up to behind its last one, counted from 0.
    """

    level: int
    text: str
    lines: tuple[int, int]


def html_headings(source: str) -> Iterator[HtmlHeading]:
    """Yield the headings of a piece of HTML, except those in comments and preformatted text."""
    line = counted = 0
    for part in _PART.finditer(source):
        if part[2] is None:
            continue
        line += source.count("\n", counted, part.start())
        counted = part.start()
        last = line + part[0].rstrip().count("\n")
        yield HtmlHeading(
            int(part[2]), html.unescape(_MARKUP.sub("", LINE_BREAK.sub(" ", part[3]))), (line, last + 1)
        )
