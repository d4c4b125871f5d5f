"""The texts of headings as a reader sees them, in the form in which sections are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from checkwright.text import fold, without_invisible

from .html_headings import LINE_BREAK
from .parser import parser
from .structure import LimitExceeded, structure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from checkwright import Case

__all__ = ["Titles", "says_nothing", "section_text", "titles_of"]

#: Limits of a heading: inline text is parsed in quadratic time, and with nested brackets in more.
_MOST_CHARS, _MOST_BRACKETS = 1_000, 10
_TOO_LONG = f"has more than {_MOST_CHARS:,} characters or {_MOST_BRACKETS} brackets"
#: Characters of headings with markup that are parsed in one reply, equal headings once.
_MOST_MARKUP = 200_000
_TOO_MUCH = f"is behind {_MOST_MARKUP:,} characters of headings with markup"
#: Characters of markup; text without them needs no parser.
_MARKUP = re.compile(r"[\\`*_\[<&]")
#: What is no text without more: delimiters of markup that enclose nothing.
_DELIMITERS = "*_`~# "


class Titles(NamedTuple):
    """The headings of a reply by their texts.

    places: text to the index of the first heading with that text.
    empty: number of headings in which nothing can be read.
    unread: the index of the first heading that was not read, and the limit that it exceeds; or None.
    """

    places: Mapping[str, int]
    empty: int = 0
    unread: tuple[int, str] | None = None


def titles_of(case: Case) -> Titles:
    """Read the text of every heading; call it by `case.memo(titles_of)`."""
    structure = case.memo(structure_of)
    places: dict[str, int] = {}
    if isinstance(structure, LimitExceeded):
        return Titles(places)
    known: dict[str, str] = {}
    unread, left, empty = None, _MOST_MARKUP, 0
    for index, heading in enumerate(structure.headings):
        source = heading.text
        if heading.raw:
            text = _comparable(source)
        elif source in known:
            text = known[source]
        else:
            parsed = len(source) if _MARKUP.search(source) else 0
            if len(source) > _MOST_CHARS or source.count("[") > _MOST_BRACKETS:
                unread = unread or (index, _TOO_LONG)
                continue
            left -= parsed
            if parsed and left < 0:
                unread = unread or (index, _TOO_MUCH)
                continue
            text = known[source] = section_text(source, structure.references)
        empty += says_nothing(text)
        places.setdefault(text, index)
    return Titles(places, empty, unread)


def says_nothing(text: str) -> bool:
    """Return whether nothing can be read in the text of a section: delimiters alone, invisible characters."""
    return not without_invisible(text).strip(_DELIMITERS)


def section_text(source: str, references: Mapping[str, Any] | None = None) -> str:
    """Return inline Markdown in the form that is compared: no markup, case, white space and final colon.

    references: the link references that the text may use, as the parser collects them.
    """
    if not _MARKUP.search(source):
        return _comparable(source)
    markdown = parser()
    tokens: list[Token] = []
    markdown.inline.parse(source, markdown, {"references": references or {}}, tokens)
    return _comparable(_plain(tokens))


def _plain(tokens: Sequence[Token]) -> str:
    """Return the text that the tokens render: text, code and the alternative text of images."""
    return "".join(_plain(token.children) if token.children else _seen(token) for token in tokens)


def _seen(token: Token) -> str:
    match token.type:
        case "softbreak" | "hardbreak":
            return " "
        case "html_inline":
            return " " if LINE_BREAK.fullmatch(token.content) else ""
        case _:
            return token.content


def _comparable(text: str) -> str:
    folded = " ".join(fold(text).split())
    return folded[:-1].rstrip() if folded.endswith((":", "：")) else folded
