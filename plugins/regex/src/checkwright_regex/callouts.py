"""Insert callouts into a pattern wherever a search can take long without PCRE2 counting it.

PCRE2's match limit counts the backtracking from one start position. It does not count the characters that
one \\w+ runs over, those that a back reference compares, or the start positions: (?:\\w+\\s)*[!?] and
(\\w+)\\1+ take minutes within any limit. A callout at those places lets the budget read the clock. Each
callout stands where it costs little:

- in front of a run (a token that is repeated many times) in a condition that holds only when the run is long;
- for a run that opens the pattern in a last alternative, which is tried after the pattern itself: anything in
  front of such a run would switch off the optimisation that makes its search linear;
- in front of a .* that opens the pattern as it is: PCRE2 still sees that one start position is enough.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .dialect import Translation
from .structure import Structure
from .tokens import TokenType

__all__ = ["CALLOUT", "CalloutPattern", "insert_callouts"]

#: Calls the budget, which reads the clock.
CALLOUT = "(?C1)"

_RUN = 32  # characters of a run that are searched without reading the clock
_LEAST = 8  # least weight: so many steps of work take no longer than one that PCRE2 counts
_COMPARED_AT_ONCE = 4  # characters of a pattern that one step compares
_SINGLE = (TokenType.CHAR, TokenType.CLASS, TokenType.QUOTED)
_LOOKBEHIND = re.compile(r"\(\?<[=!*]|\(\*[a-z_]*(?:lb|lookbehind)[a-z_]*:")
_NEWLINES = {"(*CR)": "\r", "(*CRLF)": "\r\n", "(*NUL)": "\0"}


@dataclass(frozen=True, slots=True)
class CalloutPattern:
    """A pattern with callouts, in two forms that match the same as the pattern itself.

    settings: the author's leading verbs.
    low: with callouts within a start position only, for searches with a low match limit; None where that
        is not possible.
    full: with a callout at every start position too.
    weight: most steps of work that PCRE2 counts as one.
    """

    settings: str
    low: str | None
    full: str
    weight: int


def _single(token_type: TokenType, text: str) -> str:
    """Return the text of a token that matches one character, escaped so that it can stand anywhere."""
    return f"\\{text}" if token_type is TokenType.QUOTED and not (text.isascii() and text.isalnum()) else text


def _open_ending(translation: Translation) -> str:
    """Return the text that ends a quotation or a comment which is open at the end of the pattern; else ""."""
    text, token_type = translation.texts[-1], translation.tokens[-1].type
    if token_type is TokenType.QUOTED or text == "\\Q":
        return "\\E"
    if token_type is TokenType.SKIP and text[0] == "#":
        newline = "\n"
        for setting in translation.texts:
            newline = _NEWLINES.get(setting, newline)
        return "" if text.endswith(newline) else newline
    return ""


class _CalloutWriter:
    """Decides where the callouts of one pattern stand, and writes it with them."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        self._long = {index for index in range(len(structure.types)) if structure.most_repeats(index) > _RUN}
        self._captures_may_be_long = bool(self._long) or TokenType.CALL in structure.types
        runs = [
            index
            for index in structure.first_tokens
            if index in self._long and structure.types[index] in _SINGLE
        ]
        dot_stars = [
            index for index in runs if structure.texts[index] == "." and structure.quantifier(index) == "*"
        ]
        self._opening_dot_stars = set(dot_stars) if len(dot_stars) == len(structure.first_tokens) else set()
        has_tail = (
            not self._opening_dot_stars
            and not structure.late_options
            and TokenType.CALL not in structure.types
        )
        self._opening_runs = set(runs) if has_tail else set()
        self.tail_alternatives = [self._run(index) for index in sorted(self._opening_runs)]

    def _run(self, index: int) -> str:
        return f"{_single(self._structure.types[index], self._structure.texts[index])}{{{_RUN}}}"

    def _callout_before(self, index: int) -> str:
        token_type = self._structure.types[index]
        if (
            token_type is TokenType.CLUSTER
            or (token_type is TokenType.REFERENCE and self._captures_may_be_long)
            or index in self._opening_dot_stars
        ):
            return CALLOUT
        if token_type not in _SINGLE or index not in self._long or index in self._opening_runs:
            return ""
        callout = f"(?>(?={self._run(index)}){CALLOUT}|)"
        return f"\\E{callout}\\Q" if token_type is TokenType.QUOTED else callout

    def written(self) -> Iterator[str]:
        """Yield the text of each token after the settings, with its callout in front."""
        for index, text in enumerate(self._structure.texts):
            if self._structure.types[index] is not TokenType.SETTING:
                yield self._callout_before(index) + text


def insert_callouts(translation: Translation) -> CalloutPattern:
    """Insert the callouts into a valid pattern."""
    structure = Structure(translation)
    settings = "".join(
        text
        for text, token_type in zip(structure.texts, structure.types, strict=True)
        if token_type is TokenType.SETTING
    )
    writer = _CalloutWriter(structure)
    body = "".join(writer.written())
    weight = max(_RUN if CALLOUT in body else _LEAST, len(translation.text) // _COMPARED_AT_ONCE)
    if any(_LOOKBEHIND.match(text) for text in structure.texts):
        most_repeats = [structure.most_repeats(index) for index in range(len(structure.types))]
        weight += sum(int(most) for most in most_repeats if _RUN < most < float("inf"))
    if TokenType.VERB in structure.types:
        # The effect of (*COMMIT) and similar verbs depends on which start positions PCRE2 skips, and callouts
        # inside the pattern would change that.
        return CalloutPattern(settings, None, CALLOUT + translation.text[len(settings) :], weight)
    if not writer.tail_alternatives:
        return CalloutPattern(settings, body, CALLOUT + body, weight)
    body += _open_ending(translation)
    return CalloutPattern(
        settings,
        f"{body}|(?={'|'.join(writer.tail_alternatives)}){CALLOUT}(*F)",
        f"{body}|{CALLOUT}(*F)",
        weight,
    )
