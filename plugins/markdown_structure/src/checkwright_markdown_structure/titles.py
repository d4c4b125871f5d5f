"""The texts of headings as a reader sees them, in the form in which sections are compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from checkwright.text import fold

from .html_headings import LINE_BREAK
from .parser import parser
from .structure import LimitExceeded, structure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from checkwright import Case

__all__ = ["TOO_LONG", "Titles", "section_text", "titles_of"]

#: Limits of a heading: inline text is parsed in quadratic time, and with nested brackets in more.
_MOST_CHARS, _MOST_BRACKETS = 1_000, 10
TOO_LONG = f"more than {_MOST_CHARS:,} characters or {_MOST_BRACKETS} brackets"
#: Characters of markup; text without them needs no parser.
_MARKUP = re.compile(r"[\\`*_\[<&]")


class Titles(NamedTuple):
    """The headings of a reply by their texts.

    places: text to the index of the first heading with that text.
    too_long: the index of the first heading that exceeds a limit, or None.
    """

    places: Mapping[str, int]
    too_long: int | None


def titles_of(case: Case) -> Titles:
    """Read the text of every heading; call it by `case.memo(titles_of)`."""
    structure = case.memo(structure_of)
    places: dict[str, int] = {}
    too_long = None
    if isinstance(structure, LimitExceeded):
        return Titles(places, too_long)
    for index, heading in enumerate(structure.headings):
        if heading.raw:
            text = _comparable(heading.text)
        elif len(heading.text) <= _MOST_CHARS and heading.text.count("[") <= _MOST_BRACKETS:
            text = section_text(heading.text, structure.references)
        else:
            too_long = index if too_long is None else too_long
            continue
        places.setdefault(text, index)
    return Titles(places, too_long)


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
