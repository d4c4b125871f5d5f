"""The document of an example.word_limit check."""

from typing import Literal

from pydantic import Field, PositiveInt

from checkwright import CheckSpec

__all__ = ["WordLimit"]


class WordLimit(CheckSpec):
    """The response has at most so many words."""

    kind: Literal["example.word_limit"]
    max_words: PositiveInt = Field(description="Most words allowed; words are runs of non-space characters.")
