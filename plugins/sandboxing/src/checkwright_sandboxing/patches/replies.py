"""The diffs of a reply."""

from __future__ import annotations

from checkwright import Case
from checkwright.replies import answer_start, blocks_of

from .parsing import parse_patch
from .patch import Patch
from .refused import PatchRefused

__all__ = ["diffs_in", "patch_in"]

_LABELS = frozenset({"diff", "patch"})


def diffs_in(case: Case) -> tuple[str, ...]:
    """Return the texts of a reply in which its diffs stand, in order: its blocks labelled diff or patch.

    Without such a block it is the whole reply behind its thinking, in whose other blocks diffs may stand.

    Raises:
        NotExecutable: the case has no response.
    """
    blocks = tuple(block.text for block in blocks_of(case) if block.label in _LABELS)
    return blocks or (case.text[answer_start(case.text) :],)


def patch_in(case: Case) -> Patch:
    """Return the patch that all diffs of a reply make together, one after the other.

    Raises:
        PatchRefused: one of them is none, or is refused; the reason says which where there are several.
        NotExecutable: the case has no response.
    """
    diffs = diffs_in(case)
    patches: list[Patch] = []
    for number, text in enumerate(diffs, 1):
        try:
            patches.append(parse_patch(text))
        except PatchRefused as refused:
            if len(diffs) == 1:
                raise
            raise PatchRefused(f"diff block {number} of {len(diffs)}: {refused.reason}") from None
    return Patch(tuple(change for patch in patches for change in patch.files))
