"""Lines of a text, as documents and replies count them."""

from __future__ import annotations

__all__ = ["breaks"]


def breaks(text: str, start: int, end: int) -> tuple[int, int]:
    """Count the line breaks (LF, CR, CRLF) of a part of a text, and tell where the last one ends.

    The end is 0 where there is none.
    """
    count = text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end)
    return count, max(text.rfind("\n", start, end), text.rfind("\r", start, end)) + 1
