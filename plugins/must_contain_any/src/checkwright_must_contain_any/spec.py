"""The document of a must_contain_any check."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import CheckSpec

__all__ = ["MustContainAny"]


class MustContainAny(CheckSpec):
    """The response contains at least one of the values."""

    kind: Literal["must_contain_any"]
    values: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = Field(
        min_length=1,
        description="Texts of which the response must contain at least one, anywhere, inside words too.",
    )
    case_sensitive: bool = Field(
        default=False,
        description="Whether upper and lower case differ; without it full Unicode case folding applies.",
    )
