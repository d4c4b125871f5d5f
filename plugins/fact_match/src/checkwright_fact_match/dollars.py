"""Tell the marks that open and close mathematics, `$` among them, from the dollar signs of money."""

import re
from collections.abc import Iterator, Sequence

__all__ = ["math_spans"]

_MARK = re.compile(r"\\.|\$\$?|\n[ \t]*\n", re.DOTALL)
_CLOSING = {"$": "$", "$$": "$$", r"\(": r"\)", r"\[": r"\]"}
#: What stands behind an opening sign: no blank, and nothing that ends a price as in 5$, or 5$-10$.
_OPENS = re.compile(r"[^\s,.;:!?)\]}%]")
_OPENS_BEHIND_DIGIT = re.compile(r"[\\^_A-Za-z]")
#: What stands before a closing sign; a blank or an operator would leave the formula unfinished.
_UNFINISHED = re.compile(r"[\s,(/+–—-]")
_PROSE = re.compile(r"\s[^\W\d_]{2,}(?=[\s,.;:!?]|\Z)")


def math_spans(text: str) -> Sequence[tuple[int, int, int, int]]:
    r"""Return the formulas of a text: start and end of the opening mark, start and end of the closing one.

    `$5 and $6` holds none: a formula begins and ends with what belongs to it, holds no prose and no blank
    line, and no digit follows its last `$`, unless it begins with a command.

    Source: the rules of Pandoc's extension tex_math_dollars, with prices such as 5$ kept out.
    """
    return list(_formulas(text)) if "$" in text or r"\(" in text or r"\[" in text else []


def _formulas(text: str) -> Iterator[tuple[int, int, int, int]]:
    opened: re.Match[str] | None = None
    for mark in _MARK.finditer(text):
        sign = mark[0]
        if sign[0] == "\n":  # no formula holds a blank line
            opened = None
        elif opened is None:
            opened = mark if _opens(text, mark) else None
        elif sign == _CLOSING[opened[0]] and (sign != "$" or _is_formula(text, opened.end(), mark.start())):
            yield *opened.span(), *mark.span()
            opened = None
        elif opened[0] == "$" and sign[0] == "$":
            opened = mark if _opens(text, mark) else None


def _opens(text: str, mark: re.Match[str]) -> bool:
    if mark[0] != "$":
        return mark[0] in _CLOSING
    before, behind = text[max(0, mark.start() - 1) : mark.start()], mark.end()
    if before.isdigit():
        return _OPENS_BEHIND_DIGIT.match(text, behind) is not None
    if before.isalpha() and text[behind : behind + 1].isdigit():  # the sign of US$5
        return False
    return _OPENS.match(text, behind) is not None


def _is_formula(text: str, start: int, end: int) -> bool:
    if start == end or _UNFINISHED.match(text, end - 1):
        return False
    if text[start] == "\\":
        return True
    inside = text[start:end]
    return not text[end + 1 : end + 2].isdigit() and ("\\" in inside or _PROSE.search(inside) is None)
