"""Warn of patterns that are valid and probably not what the author meant."""

import re
from collections.abc import Iterator

from checkwright.literals import control_slip
from checkwright.wording import shown

from .spec import Regex
from .tokens import TokenType, tokenize

__all__ = ["warnings_of"]

_CAPITALS = re.compile(r"A-Z|\\p\{\s*(?i:Lu)\s*\}|\[:upper:\]")
_SMALL = re.compile(r"a-z|\\p\{\s*(?i:L[lc&])\s*\}|\[:lower:\]")
#: A pattern between delimiters, as other systems want it; a slash alone is hardly ever meant on both sides.
_DELIMITED = re.compile(r"/(?:[^/\\]|\\.)+/[A-Za-z]*|([#~@])(?:(?!\1)[^\\]|\\.)+\1[imsxADUu]+", re.DOTALL)


def warnings_of(spec: Regex) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield path and message of each warning: what a pattern means that its author hardly does."""
    for index, pattern in enumerate(spec.patterns):
        for message in _messages(spec, pattern):
            yield ("patterns", index), message


def _messages(spec: Regex, pattern: str) -> Iterator[str]:
    caseless, extended = not spec.case_sensitive, "x" in spec.flags
    if capitals := _capitals(pattern, caseless, extended):
        yield (
            f"{shown(capitals)} matches small letters too, since case does not count; "
            "set case_sensitive: true, or write (?-i) before it"
        )
    if slip := control_slip(pattern):
        yield slip
    if where := _blank_edge(pattern, extended):
        yield f"{shown(pattern)} {where} with white space, which the response has to hold as well"
    if _DELIMITED.fullmatch(pattern):
        yield (
            f"{shown(pattern)} has delimiters around it, which are searched for too; "
            "leave them out, and put letters after them into flags"
        )
    if _matches_nothing(spec, pattern):
        yield f"{shown(pattern)} matches the empty text, so an empty response passes"


def _matches_nothing(spec: Regex, pattern: str) -> bool:
    """Return whether the pattern matches the empty text."""
    from .search import LimitReached, PatternMistake, Search

    try:
        return Search(pattern, spec.flags, spec.case_sensitive).find("") is not None
    except (LimitReached, PatternMistake):
        return False


def _blank_edge(pattern: str, extended: bool) -> str | None:
    """Return `begins` or `ends` where a blank stands there that counts and has no quantifier, else None."""
    tokens = list(tokenize(pattern, False, extended))
    first, *_, last = tokens * 2
    following = tokens[1].type if len(tokens) > 1 else None
    if first.type is TokenType.CHAR and pattern[0].isspace() and following is not TokenType.REPEAT:
        return "begins"
    return "ends" if last.type is TokenType.CHAR and pattern[last.start].isspace() else None


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
