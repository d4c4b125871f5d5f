"""The document of a target_match check."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import CheckSpec
from checkwright.paths import dot_path_pattern

__all__ = ["TargetMatch"]


_Path = Annotated[str, StringConstraints(pattern=dot_path_pattern(("expected", "metadata")))]


class TargetMatch(CheckSpec):
    """The response matches a reference answer of the question."""

    kind: Literal["target_match"]
    reference_path: _Path = Field(
        description="Where the reference stands in the question: expected. or metadata. and keys joined by "
        "dots, as in expected.answer; a text, a number, true or false, or a list of variants.",
    )
    mode: Literal["exact", "normalized", "chrf"] = Field(
        default="normalized",
        description="How to compare: exact, the same characters; normalized, the same but for case, white "
        "space and Unicode composition; chrf, alike enough by shared runs of characters.",
    )
    threshold: float = Field(
        default=0.5,
        ge=0,
        le=1,
        description="The least chrF score that passes, 0 to 1; read by the mode chrf only.",
    )
