"""Read one hunk of a diff, whatever its header claims to follow."""

from __future__ import annotations

import re

from checkwright.wording import shown

from .patch import Hunk, HunkLine, HunkRange
from .refused import PatchRefused

__all__ = ["is_file_header", "numbers_in", "read_hunk"]

_NUMBERS = re.compile(
    r"@@[ \t]*-([0-9]{1,9})(?:,([0-9]{1,9}))?[ \t]+\+([0-9]{1,9})(?:,([0-9]{1,9}))?(?![0-9,])"
)
_BARE = ("", "\r")
#: A removed line that reads as an item of a list: a blank, then a word, code or emphasis.
_ITEM = re.compile(r" [A-Z`*]")
_TAGS = (" ", "+", "-")
_FENCES = ("```", "~~~")


def numbers_in(header: str) -> HunkRange | None:
    """Return the range of a hunk's header; None for a bare `@@`."""
    found = _NUMBERS.match(header)
    if found is None:
        return None
    old_start, old_count, new_start, new_count = found.groups("1")
    return HunkRange(int(old_start), int(old_count), int(new_start), int(new_count))


def is_file_header(lines: list[str], at: int) -> bool:
    """Return whether a line and the next one name the two sides of a file."""
    return lines[at].startswith("--- ") and at + 1 < len(lines) and lines[at + 1].startswith("+++ ")


def read_hunk(lines: list[str], at: int, *, is_new: bool) -> tuple[Hunk, int]:
    """Return the hunk whose header is line `at` of a diff, from 0, and the line behind it.

    is_new: its file is made, so that a line without a tag can only be an added blank one.

    Raises:
        PatchRefused: it has no line, or one that belongs to it but has no tag.
    """
    claimed = numbers_in(lines[at])
    carriage = lines[at].endswith("\r")
    left = [claimed.old_count, claimed.new_count] if claimed else [-1, -1]
    body: list[HunkLine] = []
    vouched: int | None = None
    bare_at_end, here = 0, at + 1
    while here < len(lines):
        line = lines[here]
        complete = left == [0, 0]
        if complete and vouched is None and (line in _BARE or line.rstrip("\r") == "-- "):
            vouched = len(body)
        if carriage:
            line = line.removesuffix("\r")
        if line in _BARE:
            tag, text = "+" if is_new else " ", line
            bare_at_end += 1
        else:
            tag, text = line[0], line[1:]
            if tag == "\\":
                if body:
                    body[-1] = body[-1]._replace(ended=False)
                here += 1
                continue
            if tag not in _TAGS or _next_file(lines, here, left):
                break
            bare_at_end = 0
        left[0] -= tag != "+"
        left[1] -= tag != "-"
        body.append(HunkLine(tag, text))
        here += 1
    # Blank lines behind a hunk part it from what follows; as context they would say little.
    del body[len(body) - bare_at_end :]
    if not body:
        raise PatchRefused(f"line {at + 1}: a hunk without lines")
    complete = vouched is not None or left == [0, 0]
    if not complete and (claimed is None or _counts(body) != (claimed.old_count, claimed.new_count)):
        _refuse_lost_lines(lines, here)
    if claimed is None:
        vouched = _before_items(body)
    if vouched is not None and not 0 < vouched < len(body):
        vouched = None
    return Hunk(at + 1, claimed, tuple(body), vouched), here


def _counts(body: list[HunkLine]) -> tuple[int, int]:
    return sum(line.tag != "+" for line in body), sum(line.tag != "-" for line in body)


def _before_items(body: list[HunkLine]) -> int | None:
    """Return how many lines stand before a blank one and a list in prose that ends the body, or None."""
    end = len(body)
    while end and body[end - 1].tag == "-" and _ITEM.match(body[end - 1].text):
        end -= 1
    lines = end
    while lines and body[lines - 1].tag == " " and body[lines - 1].text in _BARE:
        lines -= 1
    return lines if lines < end < len(body) else None


def _next_file(lines: list[str], at: int, left: list[int]) -> bool:
    """Return whether the headers of the next file start here, and not a removed and an added line."""
    if not is_file_header(lines, at):
        return False
    if left == [0, 0]:
        return True
    follows = at + 2 < len(lines) and lines[at + 2].startswith("@@")
    return follows and left != [1, 1]


def _refuse_lost_lines(lines: list[str], at: int) -> None:
    """Refuse a hunk that goes on behind a line without a tag: half of it would be applied."""
    if at < len(lines) and lines[at].startswith(("@@", "diff --git ", "Index: ", *_FENCES)):
        return
    for here in range(at, len(lines)):
        line = lines[here]
        if line in _BARE or line.startswith(("@@", "diff --git ", *_FENCES)) or is_file_header(lines, here):
            return
        if here > at and line.startswith(("+", "-")):
            raise PatchRefused(
                f"line {at + 1}: {shown(lines[at])} is no line of a hunk: it has no '+', '-' or ' ' before it"
            )
