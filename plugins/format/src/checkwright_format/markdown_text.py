"""The format markdown: any text; a strict check wants a block that is no paragraph."""

from __future__ import annotations

from .plain_text import reader as plain_reader
from .reading import Fits, Misfit, Read

__all__ = ["reader"]

#: Characters that are looked at first: most replies show a heading, a list or a fence early.
_BEGINNING = 4_000

_NAMES = {
    "heading_open": "a heading",
    "bullet_list_open": "a list",
    "ordered_list_open": "a list",
    "blockquote_open": "a quote",
    "fence": "a code block",
    "code_block": "a code block",
    "hr": "a thematic break",
    "html_block": "a block of HTML",
}


def reader(strict: bool) -> Read:
    """Make the reader of Markdown."""
    if not strict:
        return plain_reader()
    from markdown_it import MarkdownIt

    # The blocks decide, so the inline rules never run.
    parser = MarkdownIt("commonmark").disable(["inline", "text_join"])

    def block(text: str) -> str | None:
        return next((name for token in parser.parse(text) if (name := _NAMES.get(token.type))), None)

    def read(text: str) -> Fits | Misfit:
        # Whatever follows, a line that began a block keeps it.
        cut = text.rfind("\n", 0, _BEGINNING) + 1
        found = (block(text[:cut]) if cut and len(text) > _BEGINNING else None) or block(text)
        if found is not None:
            return Fits(f"with {found}")
        return Misfit(
            "found paragraphs only, expected a heading, a list, a quote, a code block or another block "
            "that is no paragraph",
            0,
            len(text),
        )

    return read
