"""Kind example.word_limit: the reply has at most so many words."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import describe, prepare
from .spec import WordLimit

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(
    spec=WordLimit,
    prepare=prepare,
    describe=describe,
    says=frozenset({"max_words"}),
)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[WordLimit]]:
    """Offer the one kind of this package."""
    return [KIND]
