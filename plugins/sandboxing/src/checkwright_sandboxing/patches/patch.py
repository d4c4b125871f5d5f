"""What a unified diff says, as values; the same turned round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["FileChange", "Hunk", "HunkLine", "HunkRange", "Patch", "reverse", "touched"]

_TURNED = {" ": " ", "+": "-", "-": "+"}


class HunkLine(NamedTuple):
    """A line of a hunk.

    tag: " ", "-" or "+". text: without the tag and the line break; a carriage return that the diff has
    only here is kept. ended: False when the diff says that no line break follows.
    """

    tag: str
    text: str
    ended: bool = True


class HunkRange(NamedTuple):
    """The lines that a hunk claims to have before and after: the first one, from 1, and how many."""

    old_start: int
    old_count: int
    new_start: int
    new_count: int


@dataclass(frozen=True, slots=True)
class Hunk:
    """One place of a file that changes.

    line: where its header stands in the diff, from 1. range: None for a bare `@@`.
    vouched: so many of the lines are sure to be its own: the range ends there, and what follows may be
        prose; None when all are.
    """

    line: int
    range: HunkRange | None
    lines: tuple[HunkLine, ...]
    vouched: int | None = None


@dataclass(frozen=True, slots=True)
class FileChange:
    """What happens to one file.

    old_path, new_path: POSIX, relative to the work folder, without `.` and `..`; None on the side where
        there is no file. Both, and different ones, are a rename.
    old_executable, new_executable: the bit before and after; None when the diff does not say.
    """

    old_path: str | None
    new_path: str | None
    hunks: tuple[Hunk, ...] = ()
    old_executable: bool | None = None
    new_executable: bool | None = None

    @property
    def is_new(self) -> bool:
        """Whether the file is made."""
        return self.old_path is None

    @property
    def is_deleted(self) -> bool:
        """Whether the file is removed."""
        return self.new_path is None

    @property
    def is_rename(self) -> bool:
        """Whether the file gets another path."""
        return self.old_path is not None and self.new_path is not None and self.old_path != self.new_path


@dataclass(frozen=True, slots=True)
class Patch:
    """The changes of one or more diffs, in the order in which they are made."""

    files: tuple[FileChange, ...]


def touched(patch: Patch) -> tuple[str, ...]:
    """Return every path that a patch makes, changes, deletes, renames from or renames to, each once."""
    paths = (path for change in patch.files for path in (change.old_path, change.new_path))
    return tuple(dict.fromkeys(path for path in paths if path is not None))


def reverse(patch: Patch) -> Patch:
    """Return the patch that takes back what a patch does."""
    return Patch(tuple(_reversed_change(change) for change in reversed(patch.files)))


def _reversed_change(change: FileChange) -> FileChange:
    return FileChange(
        old_path=change.new_path,
        new_path=change.old_path,
        hunks=tuple(_reversed_hunk(hunk) for hunk in change.hunks),
        old_executable=change.new_executable,
        new_executable=change.old_executable,
    )


def _reversed_hunk(hunk: Hunk) -> Hunk:
    old_side = None
    if hunk.range is not None:
        old_start, old_count, new_start, new_count = hunk.range
        old_side = HunkRange(new_start, new_count, old_start, old_count)
    lines = tuple(HunkLine(_TURNED[line.tag], line.text, line.ended) for line in hunk.lines)
    return Hunk(hunk.line, old_side, lines, hunk.vouched)
