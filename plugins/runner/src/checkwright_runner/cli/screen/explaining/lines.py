"""The lines of a passage, and in which of them a span stands."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from itertools import chain

__all__ = ["Lines"]

_BREAK = re.compile(r"\r\n|\n|\r")


class Lines:
    """Finds lines of a text, each by its index from 0; LF, CR and CRLF end one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = array("Q", chain((0,), (match.end() for match in _BREAK.finditer(text))))

    def __len__(self) -> int:
        """Count the lines; a break at the end of the text begins no further one."""
        count = len(self._starts)
        return count - 1 if count > 1 and self._starts[-1] == len(self._text) else count

    def bounds(self, index: int) -> tuple[int, int]:
        """Return the start of a line, and its end without the break."""
        start = self._starts[index]
        if index + 1 == len(self._starts):
            return start, len(self._text)
        stop = self._starts[index + 1] - 1
        return start, stop - (self._text[stop] == "\n" and self._text[max(start, stop - 1)] == "\r")

    def of(self, start: int, stop: int) -> range:
        """Return the lines in which the characters from `start` to `stop` stand."""
        return range(self._at(start), self._at(max(start, stop - 1)) + 1)

    def part(self, index: int, start: int, stop: int) -> tuple[int, int]:
        """Return what of a line stands from `start` to `stop`; its end where that is only the break."""
        line_start, line_stop = self.bounds(index)
        return min(max(start, line_start), line_stop), min(max(stop, line_start), line_stop)

    def _at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1
