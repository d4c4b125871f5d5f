"""The diffs of a reply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from checkwright import Case
from checkwright.replies import Block, answer_start, blocks, blocks_of

from .inner_fences import without_inner_fences
from .parsing import parse_patch
from .patch import Patch
from .refused import PatchRefused

__all__ = ["diffs_in", "patch_in"]

_LABELS = frozenset({"diff", "patch"})
_FILE = re.compile(r"^--- [^\n]*\n\+\+\+ [^\n]*\n@@", re.MULTILINE)


def diffs_in(case: Case) -> tuple[str, ...]:
    """Return the texts of a reply in which its diffs stand, in order: its blocks labelled diff or patch.

    A fence in the context of a diff, behind its blank, does not end the block. Without a labelled block it
    is the whole reply behind its thinking, in whose other blocks diffs may stand.

    Raises:
        NotExecutable: the case has no response.
    """
    return case.memo(_diffs)


def patch_in(case: Case) -> Patch:
    """Return the patch that all diffs of a reply make together, one after the other.

    Raises:
        PatchRefused: one of them is none, or is refused; the reason says which where there are several. Or
            a diff goes on behind the end of its block.
        NotExecutable: the case has no response.
    """
    diffs = diffs_in(case)
    line = case.memo(_line_behind)
    if line is not None:
        raise PatchRefused(
            f"line {line} of the reply: a file of a diff stands behind the end of a diff block, expected "
            "every file inside one; a longer fence keeps fences of the diff inside"
        )
    patches: list[Patch] = []
    for number, text in enumerate(diffs, 1):
        try:
            patches.append(parse_patch(text))
        except PatchRefused as refused:
            if len(diffs) == 1:
                raise
            raise PatchRefused(f"diff block {number} of {len(diffs)}: {refused.reason}") from None
    return Patch(tuple(change for patch in patches for change in patch.files))


def _blocks(case: Case) -> tuple[Block, ...]:
    """Return the blocks of a reply; their places are right, their texts may be changed."""
    masked = without_inner_fences(case.text, answer_start(case.text))
    return blocks_of(case) if masked == case.text else blocks(masked)


def _diffs(case: Case) -> tuple[str, ...]:
    found = tuple(_text(block, case.text) for block in case.memo(_blocks) if block.label in _LABELS)
    return found or (case.text[answer_start(case.text) :],)


def _text(block: Block, reply: str) -> str:
    start, end = block.span
    if len(block.text) == end - start:
        return reply[start:end]
    return "".join(reply[block.place(index)] for index in range(len(block.text)))


def _line_behind(case: Case) -> int | None:
    """Return the line of the reply where a file of a diff starts outside the blocks, behind a diff block."""
    for start, end in _gaps(case.memo(_blocks), len(case.text)):
        found = _FILE.search(case.text, start, end)
        if found is not None:
            return case.text.count("\n", 0, found.start()) + 1
    return None


def _gaps(found: Sequence[Block], length: int) -> Iterator[tuple[int, int]]:
    """Yield the places outside of blocks behind the first diff block."""
    behind: int | None = None
    for block in found:
        if behind is not None:
            yield behind, block.outer[0]
        if behind is not None or block.label in _LABELS:
            behind = block.outer[1]
    if behind is not None:
        yield behind, length
