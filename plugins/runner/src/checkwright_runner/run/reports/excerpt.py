"""A passage: a response, or the part of a long one that is kept."""

from __future__ import annotations

from dataclasses import dataclass

from checkwright.text import breaks

__all__ = ["Passage"]


@dataclass(frozen=True, slots=True)
class Passage:
    """Characters of a response.

    start: how many characters of the response stand before. line: the number of the line that the first
    one stands in, from 1; column: how many characters of that line stand before.
    more: whether characters of the response come after.
    """

    text: str
    start: int = 0
    line: int = 1
    column: int = 0
    more: bool = False

    @classmethod
    def around(cls, response: str, place: int, most: int) -> Passage:
        """Keep at most `most` characters around one of the response, or all of a shorter one."""
        if len(response) <= most:
            return cls(response)
        start = min(max(0, place - most // 2), len(response) - most)
        if response[max(start - 1, 0) : start + 1] == "\r\n":
            start -= 1
        line, line_start = breaks(response, 0, start)
        end = start + most
        return cls(response[start:end], start, line + 1, start - line_start, end < len(response))
