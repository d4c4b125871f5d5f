"""Refused: what ends a command early, with the lines to say and the exit code."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Refused"]


class Refused(Exception):  # noqa: N818 - says what became of the command
    """The command cannot go on.

    lines: what to print, safe to print. code: the exit code.
    """

    def __init__(self, lines: Sequence[str], code: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines = tuple(lines)
        self.code = code
