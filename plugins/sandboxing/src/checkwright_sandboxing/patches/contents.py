"""The bytes of a file after its hunks."""

from __future__ import annotations

from collections.abc import Sequence

from checkwright.wording import shown

from .file_lines import FileLines
from .fitting import Fitted, fit
from .patch import Hunk
from .refused import PatchRefused
from .steps import Steps

__all__ = ["patched"]


def patched(data: bytes, hunks: Sequence[Hunk], path: str, steps: Steps) -> bytes:
    """Return the contents of a file with hunks applied; lines that are kept keep their bytes.

    Added lines get the line ends of the lines around them, unless the hunk names those with exactly the
    ends that they have.

    Raises:
        PatchRefused: a hunk has no place, or two have the same.
    """
    if not hunks:
        return data
    file = FileLines(data, steps)
    placed: list[Fitted] = []
    drift = after = 0
    for hunk in hunks:
        found = fit(hunk, file, path=path, drift=drift, after=after)
        placed.append(found)
        after = found.at + found.count
        if hunk.range is not None and found.count:
            drift = found.at - max(hunk.range.old_start - 1, 0)
    placed.sort(key=lambda found: found.at)
    written = _Written(file)
    for found in placed:
        if found.at < written.copied:
            raise PatchRefused(f"two hunks stand at the same lines of {shown(path)}")
        written.hunk(found)
    return written.bytes()


class _Written:
    """The lines of the new file so far.

    copied: the line of the old file behind the last one that was copied or left out.
    """

    def __init__(self, file: FileLines) -> None:
        self.copied = 0
        self._file = file
        self._lines: list[bytes] = []
        self._ended = True

    def hunk(self, found: Fitted) -> None:
        file, at = self._file, found.at
        self._lines += file.lines[self.copied : at]
        exact = found.count > 0 and file.lines[at : at + found.count] == [
            line.text.encode() for line in found.lines if line.tag != "+"
        ]
        carriage = self._carriage(at, found.count)
        for line in found.lines:
            if line.tag == "+":
                self._complete_last()
                self._add(line.text, ended=line.ended, exact=exact, carriage=carriage)
                continue
            carriage = self._carriage(at, 1)
            if line.tag == " ":
                self._lines.append(file.lines[at])
                self._ended = file.ended or at + 1 < len(file.lines)
            at += 1
        self.copied = found.at + found.count

    def bytes(self) -> bytes:
        rest = self._file.lines[self.copied :]
        if rest:
            self._complete_last()
            self._lines += rest
            self._ended = self._file.ended
        return b"\n".join(self._lines) + (b"\n" if self._lines and self._ended else b"")

    def _add(self, text: str, *, ended: bool, exact: bool, carriage: bool | None) -> None:
        data = text.encode()
        if not exact and carriage is not None:
            data = data.removesuffix(b"\r") + (b"\r" if carriage and ended else b"")
        self._lines.append(data)
        self._ended = ended

    def _complete_last(self) -> None:
        """End the last line as the one before it, where it was the last of its file and is no longer."""
        if not self._ended and self._lines:
            if len(self._lines) > 1 and self._lines[-2].endswith(b"\r"):
                self._lines[-1] += b"\r"
            self._ended = True

    def _carriage(self, at: int, count: int) -> bool | None:
        """Return whether the file's lines at a place end with CRLF; None in an empty file.

        count: lines that the hunk stands for there; without one, the line before says it.
        """
        lines = self._file.lines
        if not count:
            at = max(at - 1, 0)
        if at == len(lines) - 1 and not self._file.ended and at:
            at -= 1
        return lines[at].endswith(b"\r") if at < len(lines) else None
