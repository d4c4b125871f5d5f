"""The lines of a diff that look like the end of its block: context that is a fence, behind its blank."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["without_inner_fences"]

_FENCE = re.compile(r"([ \t]*+)(`{3,}+|~{3,}+)(.*)", re.DOTALL)
_DIFF = re.compile(r"\b(?:diff|patch)\b", re.IGNORECASE)
#: How the lines of a diff start, its headers included.
_STARTS = (
    *(" ", "+", "-", "@@", "\\", "diff ", "index ", "Index: ", "====", "rename ", "similarity index "),
    *("new file mode ", "deleted file mode ", "old mode ", "new mode "),
)


def without_inner_fences(text: str, start: int) -> str:
    """Return a text of the same length in which no context line of a diff block closes the block.

    A fence that stands further right than the one that opened the block is such a line where the block has
    an end at the same indentation, and all lines up to there are lines of a diff; other ones stay. Only
    blocks whose fence stands alone in its line, without quote or list markers, are looked at.

    start: the character where the first of the lines starts.
    """
    lines = text[start:].split("\n")
    at, changed = 0, False
    while at < len(lines):
        opened = _FENCE.match(lines[at])
        at += 1
        if opened is None or not _DIFF.search(opened[3]):
            continue
        inner, at = _inner(lines, at, opened[1], opened[2])
        for number in inner:
            lines[number] = lines[number].replace(opened[2][0], "x")
            changed = True
    return text[:start] + "\n".join(lines) if changed else text


def _inner(lines: Sequence[str], at: int, indent: str, fence: str) -> tuple[list[int], int]:
    """Return the lines of a block that only look like its end, and the line where to go on."""
    inner: list[int] = []
    for here in range(at, len(lines)):
        line = lines[here].rstrip("\r \t")
        if not line.startswith(indent):
            if line and (inner or _FENCE.match(line)):
                return [], here
            continue
        code = line[len(indent) :]
        if code.startswith(fence[0] * 3):
            return (inner, here + 1) if _closes(code, fence) else ([], here)
        if _closes(code.lstrip(" \t"), fence):
            inner.append(here)
        elif inner and code and not code.startswith(_STARTS):
            return [], here
    return [], len(lines)


def _closes(code: str, fence: str) -> bool:
    return len(code) >= len(fence) and not code.strip(fence[0])
