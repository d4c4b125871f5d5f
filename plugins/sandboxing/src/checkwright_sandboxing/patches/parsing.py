"""Read a unified diff: its files, one after the other, with prose between them passed over.

Source: the formats of `git diff` and GNU `diff -u`.
"""

from __future__ import annotations

from checkwright.text import lone_surrogate

from .hunks import is_file_header, numbers_in, read_hunk
from .names import git_names, header_name
from .patch import FileChange, Patch
from .refused import PatchRefused
from .sections import Section

__all__ = ["parse_patch"]


def parse_patch(text: str) -> Patch:
    """Return what a unified diff says.

    Forgiven: wrong counts and line numbers, a bare `@@`, blank lines without their blank, missing prefixes
    and `diff --git` headers, times behind names, CRLF, and prose before, between and behind the files.

    Raises:
        PatchRefused: no diff; a file without a hunk, unless it is renamed, made empty or its mode changes;
            a hunk without a file; a binary patch, a copy, a combined diff, a link, a submodule; a path that
            leads out of the work folder or into `.git`. The lines in the reasons are those of `text`.
    """
    if lone_surrogate(text) is not None:
        raise PatchRefused("the diff holds a lone surrogate, which is no character")
    return Patch(tuple(_Reader(text.split("\n")).files()))


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._section: Section | None = None
        self._changes: list[FileChange] = []

    def files(self) -> list[FileChange]:
        at = 0
        while at < len(self._lines):
            at = self._step(at)
        self._finish()
        if not self._changes:
            raise PatchRefused("no diff: no line '--- name' that a line '+++ name' follows, nor 'diff --git'")
        return self._changes

    def _step(self, at: int) -> int:
        """Read what starts at a line; return the line behind it."""
        line = self._lines[at]
        if line.startswith("@@"):
            return self._hunk(at)
        line = line.removesuffix("\r")
        if line.startswith("diff --git "):
            self._finish()
            self._section = Section(at + 1, git_names(line[11:], at + 1), git=True)
        elif is_file_header(self._lines, at):
            behind = self._lines[at + 1].removesuffix("\r")
            old, new = header_name(line[4:], at + 1), header_name(behind[4:], at + 2)
            if self._section is None or not self._section.takes(old, new):
                self._finish()
                self._section = Section(at + 1)
            self._section.name(old, new, at + 1)
            return at + 2
        elif line.startswith("Binary files ") and line.endswith(" differ"):
            raise PatchRefused(f"line {at + 1}: a binary patch")
        elif self._section is not None:
            self._section.header(line, at + 1)
        return at + 1

    def _hunk(self, at: int) -> int:
        line = self._lines[at]
        if line.startswith("@@@ -"):
            raise PatchRefused(f"line {at + 1}: a combined diff, expected one with two sides")
        if self._section is None:
            if numbers_in(line) is not None:
                raise PatchRefused(f"line {at + 1}: a hunk without the name of its file")
            return at + 1
        hunk, behind = read_hunk(self._lines, at, is_new=self._section.is_new)
        self._section.hunks.append(hunk)
        return behind

    def _finish(self) -> None:
        if self._section is not None:
            self._changes.append(self._section.change())
        self._section = None
