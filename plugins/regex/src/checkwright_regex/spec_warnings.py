"""Warn of patterns that are valid and probably not what the author meant."""

import re
from collections.abc import Iterator

from checkwright.wording import shown

from .spec import Regex
from .tokens import TokenType, tokenize

__all__ = ["warn"]

_CAPITALS = re.compile(r"A-Z|\\p\{\s*(?i:Lu)\s*\}")
_SMALL = re.compile(r"a-z|\\p\{\s*(?i:L[lc&])\s*\}")


def warn(spec: Regex) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and message of each warning: capitals in a caseless pattern, a match of the empty text."""
    from .search import LimitReached, PatternMistake, Search

    for index, pattern in enumerate(spec.patterns):
        path = ("patterns", index)
        capitals = _capitals(pattern, caseless=not spec.case_sensitive, extended="x" in spec.flags)
        if capitals:
            yield (
                path,
                f"{shown(capitals)} matches small letters too, since case does not count; "
                "set case_sensitive: true, or write (?-i) before it",
            )
        try:
            if Search(pattern, spec.flags, spec.case_sensitive).find("") is None:
                continue
        except (LimitReached, PatternMistake):
            continue
        yield path, f"{shown(pattern)} matches the empty text, so an empty response passes"


def _capitals(pattern: str, caseless: bool, extended: bool) -> str | None:
    """Return the first caseless token that names capital letters only, or None."""
    for token in tokenize(pattern, caseless, extended):
        text = pattern[token.start : token.end]
        if token.caseless and token.type in (TokenType.CHAR, TokenType.CLASS) and _names_capitals(text):
            return text
    return None


def _names_capitals(text: str) -> bool:
    negated = text.startswith(("[^", "\\P"))
    return bool(_CAPITALS.search(text)) and not _SMALL.search(text) and not negated
