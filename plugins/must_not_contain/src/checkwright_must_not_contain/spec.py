"""The document of a must_not_contain check."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import CheckSpec

__all__ = ["MustNotContain"]


class MustNotContain(CheckSpec):
    """The response contains none of the values."""

    kind: Literal["must_not_contain"]
    values: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = Field(
        min_length=1,
        description="Texts of which the response must contain none, not even inside a word.",
    )
    case_sensitive: bool = Field(
        default=False,
        description="Whether upper and lower case differ; without it full Unicode case folding applies.",
    )
