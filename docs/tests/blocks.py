"""Cut a Markdown page into its code blocks, headings and links."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["BadPage", "Block", "anchors", "blocks", "links"]

#: What a comment directly before a block says of it: `<!-- file: name -->`, `<!-- not run: reason -->` or
#: `<!-- needs: module -->`.
_MARK = re.compile(r"<!-- (?P<word>file|not run|needs): (?P<text>\S.*?) -->")
_MEANT = re.compile(r"<!--\s*(?:file|not.?run|needs)", re.IGNORECASE)


class BadPage(AssertionError):  # noqa: N818 - what is bad about it stands in the message
    """A page has a block that nobody would run, or whose outcome is not what the page says."""


@dataclass(frozen=True)
class Block:
    """One code block of a page.

    line: of its first line of code, from 1.
    file: the name that it is written under; None for a block that is run, or only read.
    not_run: why it is not run; None when it is.
    needs: the module of an optional package without which it cannot be run.
    """

    language: str
    text: str
    line: int
    file: str | None = None
    not_run: str | None = None
    needs: str | None = None


def blocks(text: str) -> Iterator[Block]:
    """Yield the code blocks of a page, in order.

    Raises:
        BadPage: code without a language, or a mark that belongs to no block.
    """
    before: Token | None = None
    for token in [*MarkdownIt().parse(text), None]:
        mark = None
        if before is not None and before.type == "html_block" and _MEANT.match(before.content):
            mark = _MARK.fullmatch(before.content.strip())
            if mark is None or token is None or token.type != "fence":
                raise BadPage(
                    f"line {_line(before)}: {before.content.strip()!r} is no mark of a block below it"
                )
        if token is not None and token.type == "code_block":
            raise BadPage(f"line {_line(token)}: an indented block; fence it and give it a language")
        if token is not None and token.type == "fence":
            said = {mark["word"]: mark["text"]} if mark else {}
            yield Block(
                token.info.strip(),
                token.content,
                _line(token) + 1,
                file=said.get("file"),
                not_run=said.get("not run"),
                needs=said.get("needs"),
            )
        before = token


def _line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def links(text: str) -> Iterator[str]:
    """Yield where the links and images of a page lead."""
    for token in MarkdownIt().enable("table").parse(text):
        for child in token.children or ():
            target = child.attrs.get("href") or child.attrs.get("src")
            if target:
                yield str(target)


def anchors(text: str) -> frozenset[str]:
    """Give the anchors of a page's headings, spelled as GitHub spells them."""
    tokens = MarkdownIt().parse(text)
    seen: Counter[str] = Counter()
    found = set()
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            plain = "".join(child.content for child in inline.children or ())
            slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
            found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
            seen[slug] += 1
    return frozenset(found)
