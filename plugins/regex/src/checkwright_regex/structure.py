"""The structure of a pattern: which tokens are repeated, and which a match may begin with."""

import re
from bisect import bisect_left
from functools import cached_property

from .dialect import Translation
from .tokens import TokenType

__all__ = ["Structure"]

#: Tokens between a token and its quantifier that mean nothing.
_IGNORED = (TokenType.SETTING, TokenType.SKIP)
#: The start of a group that only groups: no look-around, no condition, no options.
_PLAIN_GROUP = re.compile(r"\((?![?*])|\(\?(?:[:|>]|P?<(?![=!*])|')")


def _most(quantifier: str) -> float:
    """Return the most repetitions that a quantifier allows."""
    if quantifier[0] != "{":
        return 1 if quantifier == "?" else float("inf")
    digits = quantifier.strip("{}").rpartition(",")[2].strip()
    return int(digits) if digits else float("inf")


class Structure:
    """The structure of a valid pattern; its tokens are named by their indices."""

    def __init__(self, translation: Translation) -> None:
        self.types = [token.type for token in translation.tokens]
        self.texts = translation.texts
        self._significant = [
            index for index, token_type in enumerate(self.types) if token_type not in _IGNORED
        ]
        self._following = dict(zip(self._significant, self._significant[1:], strict=False))

    def quantifier(self, index: int) -> str:
        """Return the quantifier of the token at `index`, "" when it has none."""
        following = self._following.get(index)
        return (
            self.texts[following]
            if following is not None and self.types[following] is TokenType.REPEAT
            else ""
        )

    def most_repeats(self, index: int) -> float:
        """Return how often the token at `index` is matched at most."""
        quantifier = self.quantifier(index)
        return _most(quantifier) if quantifier else 1

    @cached_property
    def late_options(self) -> bool:
        """Whether options are set anywhere but at the start of the pattern."""
        significant = [self.types[index] for index in self._significant]
        while significant[:1] == [TokenType.OPTIONS]:
            del significant[0]
        return TokenType.OPTIONS in significant

    @cached_property
    def first_tokens(self) -> frozenset[int]:
        """The tokens that a match may begin with, except those in groups that are repeated or not plain."""
        found = set()
        entries = [True]
        opening = True
        for index in self._significant:
            token_type = self.types[index]
            if token_type is TokenType.OPEN:
                opening = opening and self._plain(index)
                entries.append(opening)
            elif token_type is TokenType.BAR:
                opening = entries[-1]
            elif token_type is not TokenType.OPTIONS:
                if token_type is TokenType.CLOSE:
                    entries.pop()
                elif opening:
                    found.add(index)
                opening = False
        return frozenset(found)

    def _plain(self, index: int) -> bool:
        """Return whether the group that opens at `index` is plain and not repeated."""
        depth = 0
        for end in self._significant[bisect_left(self._significant, index) :]:
            depth += (self.types[end] is TokenType.OPEN) - (self.types[end] is TokenType.CLOSE)
            if depth == 0:
                return self.most_repeats(end) == 1 and bool(_PLAIN_GROUP.match(self.texts[index]))
        return False
