"""Search for one pattern within limits: find the match, or the name of the limit that ended the search."""

import re
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import cached_property
from typing import Any, Literal, TypeAlias

import pcre2

from .budget import Budget
from .callouts import CALLOUT, insert_callouts
from .dialect import translate

__all__ = ["UNDECIDED", "LimitReached", "Matcher", "PatternMistake", "Search"]

#: Searches for a pattern in a text and returns the match of pcre2, or None.
Matcher: TypeAlias = Callable[[str], Any]

#: Raised by `Search.quick` where it reaches no result; `Search.find` is to be used then.
UNDECIDED = (pcre2.LibraryError, UnicodeEncodeError)

_SHORT = 2_048  # characters that a low match limit alone, without callouts, bounds well enough
_STEPS = 2**31  # steps of work in about a second
_STEPS_WITHOUT_JIT = _STEPS // 16
_MOST = 10_000_000  # PCRE2's own default match limit
_LEAST = 4  # with a lower match limit no search reaches a result
_HEAP_KIB = 500_000
_JIT_STACK_LIMIT = -46
_FLAGS = {
    "i": pcre2.IGNORECASE,
    "m": pcre2.MULTILINE,
    "s": pcre2.DOTALL,
    "x": pcre2.VERBOSE,
    "D": 0x10,
    "U": 0x40000,
}
_SURROGATE = re.compile("[\ud800-\udfff]")


class PatternMistake(Exception):  # noqa: N818 - it is a mistake of the author
    """PCRE2 refuses a pattern; `position` is the place, in characters of the author's pattern."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


class LimitReached(Exception):  # noqa: N818 - says what happened
    """A search was ended by a limit; `limit` is its name."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class _Undecided(Enum):
    """Stands for the match where a search was ended by a low limit."""

    UNDECIDED = 0


_Found: TypeAlias = Any | Literal[_Undecided.UNDECIDED]


class Search:
    """A compiled pattern, and the bounded ways to search for it.

    A text is first searched with a low match limit, so that no text can make the search long: short texts by
    `quick`, longer ones by a copy of the pattern with callouts within a start position (see `callouts`). When
    that search is ended by a limit, a copy with PCRE2's own match limit and a callout at every start position
    decides, within the budget of CPU time. An author cannot raise these limits: of several that are set in a
    pattern PCRE2 takes the lowest.

    pattern: as the author wrote it.
    budget: shared by the searches of a check; one of its own unless given.
    quick: searches for the pattern in a text of at most `quick_chars` characters; may raise UNDECIDED.

    Raises:
        PatternMistake: PCRE2 refuses the pattern.
    """

    def __init__(
        self, pattern: str, flags: str = "", case_sensitive: bool = False, budget: Budget | None = None
    ) -> None:
        self.pattern = pattern
        if lone := _SURROGATE.search(pattern):
            raise PatternMistake("a lone surrogate is no character", lone.start())
        caseless = not case_sensitive or "i" in flags
        self._options = sum(_FLAGS.get(letter, 0) for letter in {*flags, "i" if caseless else "u"})
        self._anchored = "A" in flags
        self._budget = budget or Budget()
        self._lows: dict[int, Matcher | None] = {}
        translation = translate(pattern, caseless, "x" in flags)
        text = translation.text
        try:
            compiled = pcre2.compile(text, self._options, jit=False)
        except pcre2.PatternError as error:
            raise PatternMistake(str(error).partition("; ")[2], translation.place(error.pos)) from None
        self._steps = (
            _STEPS if _jit(compiled) and "(*NO_JIT)" not in translation.texts else _STEPS_WITHOUT_JIT
        )
        limit = self._steps // (_SHORT * max(_SHORT, len(pattern)))
        self.quick = self._compiled(f"(*LIMIT_MATCH={limit}){text}", timed=False)
        self._text = text
        self._with_callouts = insert_callouts(translation)
        untimed = self._with_callouts.low is not None and CALLOUT not in self._with_callouts.low
        self.quick_chars = self._steps // (limit * self._with_callouts.weight) if untimed else _SHORT

    def matches_soon(self, text: str) -> bool | None:
        """Return whether the pattern matches anywhere in `text`, None when a low match limit does not tell.

        The budget has to be started.

        Raises:
            LimitReached: the budget is spent.
        """
        found = self._encodable(self._soon, text)
        return None if found is _Undecided.UNDECIDED else found is not None

    def matches(self, text: str) -> bool:
        """Return whether the pattern matches anywhere in `text`, where `matches_soon` does not tell.

        The budget has to be started.

        Raises:
            LimitReached: a limit ended the search without a result.
        """
        return self._encodable(self._finally, text) is not None

    def find(self, text: str) -> tuple[int, int] | None:
        """Return the span of the first match in characters, or None when there is none.

        A lone surrogate in `text` counts as U+FFFD, so that the span is one of `text` itself. The budget is
        started anew.

        Raises:
            LimitReached: a limit ended the search without a result.
        """
        self._budget.start()
        found = self._encodable(self._soon, text)
        match: Any = self._encodable(self._finally, text) if found is _Undecided.UNDECIDED else found
        return None if match is None else (match.start(), match.end())

    def _encodable(self, search: Callable[[str], _Found], text: str) -> _Found:
        try:
            return search(text)
        except UnicodeEncodeError:
            return search(_SURROGATE.sub("\ufffd", text))

    def _soon(self, text: str) -> _Found:
        if self._budget.is_over():
            raise LimitReached(self._budget.limit)
        if len(text) <= self.quick_chars:
            with suppress(pcre2.LibraryError):
                return self.quick(text)
        low = self._low(len(text).bit_length())
        if low:
            with suppress(pcre2.LibraryError):
                return self._timed(low, text)
        return _Undecided.UNDECIDED

    def _finally(self, text: str) -> Any:
        if self._budget.is_over():
            raise LimitReached(self._budget.limit)
        try:
            return self._timed(self._full or self._large(len(text).bit_length()), text)
        except pcre2.LibraryError as error:
            if error.code != _JIT_STACK_LIMIT or self._full is None:
                raise LimitReached("match limit") from None
        try:
            return self._timed(self._full_without_jit, text)
        except pcre2.LibraryError:
            raise LimitReached("match limit") from None

    def _timed(self, matcher: Matcher, text: str) -> Any:
        match = matcher(text)
        if self._budget.spent:
            raise LimitReached(self._budget.limit)
        return match

    def _low(self, bits: int) -> Matcher | None:
        """Return the matcher with a low match limit for texts of less than 2**bits characters, or None."""
        if bits not in self._lows:
            with_callouts = self._with_callouts
            limit = min(_MOST, (self._steps >> bits) // with_callouts.weight)
            self._lows[bits] = (
                self._compiled_if_small(f"(*LIMIT_MATCH={limit}){with_callouts.settings}{with_callouts.low}")
                if with_callouts.low is not None and limit >= _LEAST
                else None
            )
        return self._lows[bits]

    def _large(self, bits: int) -> Matcher:
        """Return the matcher for texts of less than 2**bits characters of a pattern too large with callouts.

        Without callouts every counted step may run over the whole text, so the match limit is divided by its
        length. Where even one callout at each start position is too much, it is divided once more, by the
        number of start positions. Twice the steps are allowed, so that a pattern that counts a thousand words
        still finds them in the longest texts.
        """
        settings = self._with_callouts.settings
        starting = f"{settings}{CALLOUT}{self._text[len(settings) :]}"
        for copy, limit in ((starting, 2 * self._steps >> bits), (self._text, self._steps >> 2 * bits)):
            matcher = self._compiled_if_small(f"(*LIMIT_MATCH={max(_LEAST, min(_MOST, limit))}){copy}")
            if matcher is not None:
                return matcher
        raise LimitReached("match limit")

    def _compiled_if_small(self, text: str) -> Matcher | None:
        """Compile a copy of the pattern; return None when its callouts make it too large for PCRE2."""
        try:
            return self._compiled(text)
        except pcre2.PatternError:
            return None

    def _full_text(self) -> str:
        with_callouts = self._with_callouts
        limit = min(_MOST, self._steps // with_callouts.weight)
        return f"(*LIMIT_MATCH={limit})(*LIMIT_HEAP={_HEAP_KIB}){with_callouts.settings}{with_callouts.full}"

    @cached_property
    def _full(self) -> Matcher | None:
        return self._compiled_if_small(self._full_text())

    @cached_property
    def _full_without_jit(self) -> Matcher:
        return self._compiled(self._full_text(), jit=False)

    def _compiled(self, text: str, jit: bool = True, timed: bool = True) -> Matcher:
        # A callout costs time in every search, even where it is never reached. Those of an author do nothing.
        callout = self._budget.callout if timed and CALLOUT in text else None
        pattern = pcre2.compile(text, self._options, jit=False, callout=callout)
        if jit and not self._anchored:
            _jit(pattern)
        matcher: Matcher = pattern.match if self._anchored else pattern.search
        return matcher


def _jit(pattern: Any) -> bool:
    """Compile a pattern to machine code and return whether it can be; the matches are the same either way."""
    try:
        pattern.jit_compile()
    except pcre2.LibraryError:
        return False
    return True
