"""The document of a check of the kind example.word_limit."""

from typing import Literal

from checkwright import CheckSpec
from pydantic import Field, PositiveInt

__all__ = ["WordLimit"]


class WordLimit(CheckSpec):
    """The response has at most so many words."""

    kind: Literal["example.word_limit"]
    max_words: PositiveInt = Field(
        description="Most words allowed; words are runs of non-space characters.",
    )
