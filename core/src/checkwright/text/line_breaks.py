"""Lines of a text, as documents and replies count them."""

from __future__ import annotations

__all__ = ["breaks"]


def breaks(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the number of line breaks (LF, CR, CRLF) in a part of a text, and where the last one ends.

    The end is 0 where there is none.
    """
    count = text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end)
    return count, max(text.rfind("\n", start, end), text.rfind("\r", start, end)) + 1
