"""The document of a composite check."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import REF_PATTERN, CheckSpec

__all__ = ["Composite"]


class Composite(CheckSpec):
    """The response passes another rubric, which counts as one check."""

    kind: Literal["composite"]
    rubric_ref: Annotated[str, StringConstraints(pattern=REF_PATTERN)] = Field(
        description="The rubric to score the response by: rubric/<id>@<version>, prefix and version both "
        "required.",
    )
