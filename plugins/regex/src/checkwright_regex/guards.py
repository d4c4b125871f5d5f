"""Put callouts into a pattern wherever a search can work long without PCRE2 counting it.

PCRE2's match limit counts backtracking, per start position. It does not count the characters that one
\\w+ runs over, nor those that a back reference compares, nor the start positions: (?:\\w+\\s)*[!?] or
(\\w+)\\1+ keep it busy for minutes within any limit. A callout at those places lets the budget look at the
clock. Each stands where it costs little: before a run it is reached only when the run is long; a run that
opens the pattern has its callout in a last alternative, after the attempt, since anything before such a
run would switch off the optimisation that makes it linear; a .* that opens the pattern has a bare one,
which PCRE2 looks through when it decides that one start position is enough.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .dialect import Translation
from .items import Sort
from .shape import Shape

__all__ = ["CALLOUT", "Guarded", "guard"]

#: What is put in where the clock is to be looked at.
CALLOUT = "(?C1)"

_RUN = 32  # characters of a run that may pass without a look at the clock
_LEAST = 8  # steps of work that are as good as one
_READ_AT_ONCE = 4  # characters of a pattern that are compared in one step
_SINGLE = (Sort.CHAR, Sort.CLASS, Sort.QUOTED)
_LOOKBEHIND = re.compile(r"\(\?<[=!*]|\(\*[a-z_]*(?:lb|lookbehind)[a-z_]*:")
_NEWLINES = {"(*CR)": "\r", "(*CRLF)": "\r\n", "(*NUL)": "\0"}


@dataclass(frozen=True, slots=True)
class Guarded:
    """A pattern with callouts, twice; the matches are those of the pattern itself.

    settings: the author's leading verbs.
    low: looks at the clock within a start position only, for searches with a low match limit; None
        where that is not possible.
    full: looks at the clock at every start position too.
    weight: most steps of work that PCRE2 counts as one.
    """

    settings: str
    low: str | None
    full: str
    weight: int


def _single(sort: Sort, text: str) -> str:
    """Return the text of an item that matches one character as it can stand anywhere."""
    return f"\\{text}" if sort is Sort.QUOTED and not (text.isascii() and text.isalnum()) else text


def _ended(translation: Translation) -> str:
    """Return what ends a quotation or comment that is open at the end of the pattern."""
    text, sort = translation.texts[-1], translation.items[-1].sort
    if sort is Sort.QUOTED or text == "\\Q":
        return "\\E"
    if sort is Sort.SKIP and text[0] == "#":
        newline = "\n"
        for setting in translation.texts:
            newline = _NEWLINES.get(setting, newline)
        return "" if text.endswith(newline) else newline
    return ""


class _Writer:
    """Writes the callouts of one pattern."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._long = {index for index in range(len(shape.sorts)) if shape.times(index) > _RUN}
        self._may_copy = bool(self._long) or Sort.CALL in shape.sorts
        runs = [index for index in shape.openings if index in self._long and shape.sorts[index] in _SINGLE]
        starred = [index for index in runs if shape.texts[index] == "." and shape.quantifier(index) == "*"]
        self._starred = set(starred) if len(starred) == len(shape.openings) else set()
        tailed = not self._starred and not shape.late_options and Sort.CALL not in shape.sorts
        self._tailed = set(runs) if tailed else set()
        self.tails = [self._run(index) for index in sorted(self._tailed)]

    def _run(self, index: int) -> str:
        return f"{_single(self._shape.sorts[index], self._shape.texts[index])}{{{_RUN}}}"

    def _before(self, index: int) -> str:
        sort = self._shape.sorts[index]
        if sort is Sort.CLUSTER or (sort is Sort.REFERENCE and self._may_copy) or index in self._starred:
            return CALLOUT
        if sort not in _SINGLE or index not in self._long or index in self._tailed:
            return ""
        callout = f"(?>(?={self._run(index)}){CALLOUT}|)"
        return f"\\E{callout}\\Q" if sort is Sort.QUOTED else callout

    def written(self) -> Iterator[str]:
        """Yield the texts of the pattern after its settings, each behind its callout."""
        for index, text in enumerate(self._shape.texts):
            if self._shape.sorts[index] is not Sort.SETTING:
                yield self._before(index) + text


def guard(translation: Translation) -> Guarded:
    """Put the callouts into a valid pattern."""
    shape = Shape(translation)
    settings = "".join(
        text for text, sort in zip(shape.texts, shape.sorts, strict=True) if sort is Sort.SETTING
    )
    writer = _Writer(shape)
    body = "".join(writer.written())
    weight = max(_RUN if CALLOUT in body else _LEAST, len(translation.text) // _READ_AT_ONCE)
    if any(_LOOKBEHIND.match(text) for text in shape.texts):
        times = [shape.times(index) for index in range(len(shape.sorts))]
        weight += sum(int(most) for most in times if _RUN < most < float("inf"))
    if Sort.VERB in shape.sorts:
        # What (*COMMIT) and its kin do depends on the start positions that PCRE2 skips: leave it that choice.
        return Guarded(settings, None, CALLOUT + translation.text[len(settings) :], weight)
    if not writer.tails:
        return Guarded(settings, body, CALLOUT + body, weight)
    body += _ended(translation)
    return Guarded(
        settings, f"{body}|(?={'|'.join(writer.tails)}){CALLOUT}(*F)", f"{body}|{CALLOUT}(*F)", weight
    )
