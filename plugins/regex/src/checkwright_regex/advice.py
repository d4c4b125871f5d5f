"""Warn of patterns that are valid and most likely do not say what was meant."""

import re
from collections.abc import Iterator

from checkwright.wording import shown

from .items import Sort, items
from .spec import Regex

__all__ = ["warn"]

_CAPITALS = re.compile(r"A-Z|\\p\{\s*(?i:Lu)\s*\}")
_SMALL = re.compile(r"a-z|\\p\{\s*(?i:L[lc&])\s*\}")


def warn(spec: Regex) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and message of each warning: capitals where case does not count, a match of nothing."""
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
    """Return the first item that names capitals only, although case does not count there."""
    for item in items(pattern, caseless, extended):
        text = pattern[item.start : item.end]
        if item.caseless and item.sort in (Sort.CHAR, Sort.CLASS) and _names_capitals(text):
            return text
    return None


def _names_capitals(text: str) -> bool:
    negated = text.startswith(("[^", "\\P"))
    return bool(_CAPITALS.search(text)) and not _SMALL.search(text) and not negated
