"""One bounded search: the match that PCRE2 finds, or the name of the limit that ended it."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any, TypeAlias

import pcre2

from .budget import Budget
from .dialect import translate
from .guards import CALLOUT, guard

__all__ = ["TROUBLE", "LimitReached", "Look", "PatternMistake", "Search"]

#: Looks for a pattern in a text and gives pcre2's match or None.
Look: TypeAlias = Callable[[str], Any]

#: What `Search.quick` raises where it cannot tell; `Search.find` can.
TROUBLE = (pcre2.LibraryError, UnicodeEncodeError)

_SHORT = 2_048  # characters in which an unwatched search with a low match limit cannot take long
_STEPS = 2**31  # steps of work that take about a second
_STEPS_WITHOUT_JIT = _STEPS // 16
_MOST = 10_000_000  # PCRE2's own default match limit
_LEAST = 4  # a lower match limit ends every search
_SECONDS = 1.0
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


class PatternMistake(Exception):  # noqa: N818 - what the author made
    """PCRE2 refuses a pattern; `position` is where, in characters of the author's pattern."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.message = message
        self.position = position


class LimitReached(Exception):  # noqa: N818 - says what happened
    """A search was ended by a limit; `limit` is its name."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Search:
    """A compiled pattern and the bounded ways to look for it.

    A text is first searched with a low match limit, which cannot take long however the text is made:
    short texts by `quick`, longer ones by a copy of the pattern that also looks at the clock within a
    start position (see `guards`). Where that ends in a limit, a copy with PCRE2's own match limit that
    looks at the clock at every start position decides, within a second of CPU time. No limit that an
    author sets in the pattern can raise these: PCRE2 takes the lowest.

    pattern: as the author wrote it.
    quick: looks for the pattern in a text of at most `quick_chars` characters; may raise TROUBLE.

    Raises:
        PatternMistake: PCRE2 refuses the pattern.
    """

    def __init__(self, pattern: str, flags: str = "", case_sensitive: bool = False) -> None:
        self.pattern = pattern
        if lone := _SURROGATE.search(pattern):
            raise PatternMistake("a lone surrogate is no character", lone.start())
        caseless = not case_sensitive or "i" in flags
        self._options = sum(_FLAGS.get(letter, 0) for letter in {*flags, "i" if caseless else "u"})
        self._anchored = "A" in flags
        self._budget = Budget()
        self._lows: dict[int, Look | None] = {}
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
        self.quick = self._compiled(f"(*LIMIT_MATCH={limit}){text}", watched=False)
        self._text = text
        self._guarded = guard(translation)
        unwatched = self._guarded.low is not None and CALLOUT not in self._guarded.low
        self.quick_chars = self._steps // (limit * self._guarded.weight) if unwatched else _SHORT

    def matches(self, text: str) -> bool:
        """Return whether the pattern matches anywhere in `text`; raises LimitReached as `find` does."""
        return self._match(text) is not None

    def find(self, text: str) -> tuple[int, int] | None:
        """Return the span of the first match in characters, or None when there is none.

        A lone surrogate in `text` is searched as U+FFFD, so that the span holds for `text` itself.

        Raises:
            LimitReached: a limit ended the search before it was decided.
        """
        match = self._match(text)
        return None if match is None else (match.start(), match.end())

    def _match(self, text: str) -> Any:
        try:
            return self._bounded(text)
        except UnicodeEncodeError:
            return self._bounded(_SURROGATE.sub("\ufffd", text))

    def _bounded(self, text: str) -> Any:
        if len(text) <= self.quick_chars:
            with suppress(pcre2.LibraryError):
                return self.quick(text)
        self._budget.start(_SECONDS)
        bits = len(text).bit_length()
        low = self._low(bits)
        if low:
            with suppress(pcre2.LibraryError):
                return self._watched(low, text)
        try:
            return self._watched(self._full or self._large(bits), text)
        except pcre2.LibraryError as error:
            if error.code != _JIT_STACK_LIMIT or self._full is None:
                raise LimitReached("match limit") from None
        try:
            return self._watched(self._full_without_jit, text)
        except pcre2.LibraryError:
            raise LimitReached("match limit") from None

    def _watched(self, look: Look, text: str) -> Any:
        match = look(text)
        if self._budget.spent:
            raise LimitReached(f"match limit, {_SECONDS:.0f} s")
        return match

    def _low(self, bits: int) -> Look | None:
        """Return the look that stays short on texts of less than 2**bits characters; None when none can."""
        if bits not in self._lows:
            guarded = self._guarded
            limit = min(_MOST, (self._steps >> bits) // guarded.weight)
            self._lows[bits] = (
                self._fitting(f"(*LIMIT_MATCH={limit}){guarded.settings}{guarded.low}")
                if guarded.low is not None and limit >= _LEAST
                else None
            )
        return self._lows[bits]

    def _large(self, bits: int) -> Look:
        """Return the look of a pattern too large for its callouts, for texts of less than 2**bits characters.

        Every counted step may then run over the whole text, so the match limit is that much lower; where
        not even one callout at each start position fits, once more by the number of these. Twice the steps
        are allowed, so that counting to a thousand words still ends in the longest texts.
        """
        settings = self._guarded.settings
        starting = f"{settings}{CALLOUT}{self._text[len(settings) :]}"
        for copy, limit in ((starting, 2 * self._steps >> bits), (self._text, self._steps >> 2 * bits)):
            look = self._fitting(f"(*LIMIT_MATCH={max(_LEAST, min(_MOST, limit))}){copy}")
            if look is not None:
                return look
        raise LimitReached("match limit")

    def _fitting(self, text: str) -> Look | None:
        """Compile a copy of the pattern; None when PCRE2 finds it too large, as only callouts can make it."""
        try:
            return self._compiled(text)
        except pcre2.PatternError:
            return None

    def _full_text(self) -> str:
        limit = min(_MOST, self._steps // self._guarded.weight)
        return f"(*LIMIT_MATCH={limit})(*LIMIT_HEAP={_HEAP_KIB}){self._guarded.settings}{self._guarded.full}"

    @cached_property
    def _full(self) -> Look | None:
        return self._fitting(self._full_text())

    @cached_property
    def _full_without_jit(self) -> Look:
        return self._compiled(self._full_text(), jit=False)

    def _compiled(self, text: str, jit: bool = True, watched: bool = True) -> Look:
        # A callout costs each search a context even when it is never reached; an author's own mean nothing.
        callout = self._budget.callout if watched and CALLOUT in text else None
        pattern = pcre2.compile(text, self._options, jit=False, callout=callout)
        if jit and not self._anchored:
            _jit(pattern)
        look: Look = pattern.match if self._anchored else pattern.search
        return look


def _jit(pattern: Any) -> bool:
    """Compile a pattern to machine code, if it can be; the interpreter finds the same matches."""
    try:
        pattern.jit_compile()
    except pcre2.LibraryError:
        return False
    return True
