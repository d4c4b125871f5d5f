"""Look for code blocks inside the one that is a whole reply, and for that one."""

from __future__ import annotations

from collections.abc import Sequence

from .blocks import Block, outer_blocks
from .thinking import answer_start

__all__ = ["blocks", "blocks_within", "fenced_whole", "wrapper"]

_MARKDOWN = frozenset({"markdown", "md"})
_PLAIN = frozenset({"", "text"})
_FENCES = "`~"


def blocks(text: str) -> tuple[Block, ...]:
    """Return the fenced code blocks of the answer in a reply, in order; see `outer_blocks`.

    An answer that is one block of Markdown with blocks of its own is read as its content: the blocks are
    those inside.
    """
    return blocks_within(text, outer_blocks(text))


def blocks_within(text: str, found: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks of a reply whose outer blocks are `found`."""
    around = wrapper(text, found)
    return found if around is None else tuple(inner.within(around) for inner in outer_blocks(around.text, 0))


def wrapper(text: str, found: Sequence[Block]) -> Block | None:
    """Return the block that wraps the whole answer, and is read as its content; else None.

    It is labelled markdown or md and holds a closed block, or is cut off; or it is labelled text or not at
    all, and holds a closed block whose fence starts its line, as in a comment of code none does.

    found: the outer blocks of the reply.
    """
    if len(found) != 1 or found[0].label not in _MARKDOWN | _PLAIN:
        return None
    block = found[0]
    start, end = block.outer
    if text[answer_start(text) : start].strip() or text[end:].strip():
        return None
    inside = outer_blocks(block.text, 0)
    if block.label in _MARKDOWN:
        return block if any(inner.closed or not block.closed for inner in inside) else None
    plain = any(inner.closed and block.text[inner.outer[0]] in _FENCES for inner in inside)
    return block if plain else None


def fenced_whole(text: str) -> Block | None:
    """Return the code block that is all of a reply, or None.

    A byte order mark and white space may stand around it; a block that is not closed counts.
    """
    found = outer_blocks(text)
    if len(found) != 1:
        return None
    start, end = found[0].outer
    return None if text[:start].removeprefix("\ufeff").strip() or text[end:].strip() else found[0]
