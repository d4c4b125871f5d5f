"""The tags of PHP: where code starts and whether there is any, as PHP's own scanner sees it."""

from __future__ import annotations

import re

from checkwright.text import without_invisible

__all__ = ["IGNORED", "OPEN_TAG", "SHORT_TAG", "code_start", "has_code", "line_breaks"]

#: An open tag. The short tag `<?` is not one: whether it opens code depends on a setting of PHP.
OPEN_TAG = re.compile(r"<\?(?:=|php(?:[ \t]|\r?\n|\r|\Z))", re.IGNORECASE)
#: The short tag, but not an XML declaration.
SHORT_TAG = re.compile(r"<\?(?!=|php\b|xml\b)", re.IGNORECASE)

#: What may stand in front of the first tag: a BOM, a shebang line, white space and comments.
_START = re.compile(r"\ufeff?(?:#!.*)?(?:\s++|//[^\r\n]*+|#(?!\[)[^\r\n]*+|/\*[\s\S]*?\*/)*+")
#: White space and comments inside of tags. A comment of one line ends before a closing tag.
IGNORED = r"(?:[ \t\r\n]++|(?://|#(?!\[))[^\r\n?]*+(?:\?(?!>)[^\r\n?]*+)*+|/\*[\s\S]*?(?:\*/|\Z))*+"
#: The same with empty statements, braces, and white space that PHP takes for a name.
_NOTHING = re.compile(
    IGNORED.replace(
        r"[ \t\r\n]++",
        r"[ \t\r\n;{}\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]++",
    )
)


def code_start(code: str) -> int:
    """Return the index after a BOM, a shebang line, blank lines and comments."""
    match = _START.match(code)
    return match.end() if match else 0


def has_code(source: str, *, inside: bool) -> bool:
    """Return whether there is a statement that is not empty, and not only braces around empty ones.

    Tags, white space, comments and the text outside of tags are none, nor is what nobody can see.

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
        place = _after_nothing(source, place)
        if not source.startswith("?>", place):
            return place < len(source)
        place, inside = place + 2, False


def _after_nothing(source: str, place: int) -> int:
    """Return the place after all that says nothing; PHP takes invisible characters for names, but not NUL."""
    while True:
        nothing = _NOTHING.match(source, place)
        place = nothing.end() if nothing else place
        if place == len(source) or source[place] == "\0" or without_invisible(source[place]):
            return place
        place += 1


def line_breaks(text: str, start: int = 0, stop: int | None = None) -> int:
    """Count line breaks as PHP does: LF, CR LF and CR alone."""
    part = text[start:stop]
    return part.count("\n") + part.count("\r") - part.count("\r\n")
