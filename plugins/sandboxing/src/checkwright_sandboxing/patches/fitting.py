"""Find the place of a hunk in a file."""

from __future__ import annotations

from dataclasses import dataclass

from checkwright.wording import shown

from .file_lines import FileLines
from .patch import Hunk, HunkLine
from .refused import PatchRefused

__all__ = ["Fitted", "fit"]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A hunk in its place.

    at: the line of the file where it starts, from 0. count: lines of the file that it stands for.
    lines: those of the hunk that count.
    """

    at: int
    count: int
    lines: tuple[HunkLine, ...]


def fit(hunk: Hunk, file: FileLines, *, path: str, drift: int, after: int) -> Fitted:
    """Return a hunk in its place: where its numbers say, else nearest to there.

    drift: by how many lines the hunk before was off. after: the line of the file behind that hunk.

    Raises:
        PatchRefused: it stands nowhere, or has no numbers and stands at several places.
    """
    choices = [hunk.lines] if hunk.vouched is None else [hunk.lines, hunk.lines[: hunk.vouched]]
    for lines in choices:
        old = [line.text.removesuffix("\r").encode() for line in lines if line.tag != "+"]
        at = _place(hunk, file, old, path, drift, after)
        if at is not None:
            file.take(at, len(old))
            return Fitted(at, len(old), lines)
    missing = file.missing(old)
    text = "" if missing is None else f": no line {shown(missing.decode())} in it"
    raise PatchRefused(f"line {hunk.line}: the hunk fits nowhere in {shown(path)}{text}")


def _place(hunk: Hunk, file: FileLines, old: list[bytes], path: str, drift: int, after: int) -> int | None:
    if not old:
        return _place_of_addition(hunk, file, path)
    if hunk.range is None:
        places = file.places(old, most=2)
        if len(places) > 1:
            raise PatchRefused(
                f"line {hunk.line}: the hunk has no line numbers and fits at several places in {shown(path)}"
            )
        return places[0] if places and file.stands(old, places[0]) else None
    expected = max(hunk.range.old_start - 1, 0) + drift
    if expected >= after and file.stands(old, expected):
        return expected
    return file.nearest(old, expected, after)


def _place_of_addition(hunk: Hunk, file: FileLines, path: str) -> int:
    """Return the place of a hunk that only adds lines: no context can tell whether it is right."""
    if not file.lines:
        return 0
    if hunk.range is None:
        raise PatchRefused(
            f"line {hunk.line}: the hunk has no line numbers, and no line of {shown(path)} to find it by"
        )
    at = hunk.range.old_start - (hunk.range.old_count > 0)
    if not 0 <= at <= len(file.lines):
        raise PatchRefused(
            f"line {hunk.line}: the hunk adds at line {at + 1:,} of the {len(file.lines):,} of {shown(path)}"
        )
    return at
