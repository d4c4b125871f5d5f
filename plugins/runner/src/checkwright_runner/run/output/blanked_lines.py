"""BlankedLines: a response file of which some lines are read, each under its number."""

from __future__ import annotations

from collections.abc import Container

from ..chunks import Source

__all__ = ["BlankedLines"]


class BlankedLines:
    """Reads a binary stream, and leaves nothing of the lines that are not wanted but their ends.

    Blank lines are passed over and counted, so what is left is graded as it would be among the others.

    wanted: the numbers of the lines that stay, from 1.
    """

    def __init__(self, stream: Source, wanted: Container[int]) -> None:
        self._stream = stream
        self._wanted = wanted
        self._line = 1

    def read(self, size: int, /) -> bytes:
        """Read some of what is left; b"" at the end."""
        while data := self._stream.read(size):
            first, *others = data.split(b"\n")
            parts = [first if self._line in self._wanted else b""]
            for part in others:
                self._line += 1
                parts.append(part if self._line in self._wanted else b"")
            blanked = b"\n".join(parts)
            if blanked:
                return blanked
        return b""
