"""PHP's tags: where code begins, and whether there is any; read as PHP's own scanner reads them."""

from __future__ import annotations

import re

__all__ = ["NOTHING", "OPEN_TAG", "SHORT_TAG", "beginning", "has_code", "line_breaks"]

#: An open tag. The short `<?` is none: whether it opens anything depends on a setting.
OPEN_TAG = re.compile(r"<\?(?:=|php(?:[ \t]|\r?\n|\r|\Z))", re.IGNORECASE)
#: The short tag, and no XML declaration.
SHORT_TAG = re.compile(r"<\?(?!=|php\b|xml\b)", re.IGNORECASE)

#: What people and editors put in front of the first tag.
_BEGINNING = re.compile(r"\ufeff?(?:#!.*)?(?:\s++|//[^\r\n]*+|#(?!\[)[^\r\n]*+|/\*[\s\S]*?\*/)*+")
#: What says nothing inside of tags. A comment of one line ends before a closing tag.
NOTHING = r"(?:[ \t\r\n]++|(?://|#(?!\[))[^\r\n?]*+(?:\?(?!>)[^\r\n?]*+)*+|/\*[\s\S]*?(?:\*/|\Z))*+"
_NOTHING = re.compile(NOTHING)


def beginning(code: str) -> int:
    """Give the place after a BOM, a shebang line, blank lines and comments."""
    match = _BEGINNING.match(code)
    return match.end() if match else 0


def has_code(source: str, *, inside: bool) -> bool:
    """Tell whether anything but tags, white space, comments and the text outside of tags is there.

    inside: whether the source begins inside of tags.
    """
    place = 0
    while True:
        if not inside:
            tag = OPEN_TAG.search(source, place)
            if tag is None:
                return False
            if tag[0] == "<?=":
                return True
            place = tag.end()
        nothing = _NOTHING.match(source, place)
        place = nothing.end() if nothing else place
        if not source.startswith("?>", place):
            return place < len(source)
        place, inside = place + 2, False


def line_breaks(text: str, start: int = 0, stop: int | None = None) -> int:
    """Count line breaks as PHP does: LF, CR LF and CR alone."""
    part = text[start:stop]
    return part.count("\n") + part.count("\r") - part.count("\r\n")
