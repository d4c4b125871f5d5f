"""The document of an llm_judge check."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import CheckSpec, NonBlank

__all__ = ["LlmJudge"]


class LlmJudge(CheckSpec):
    """Judges read the description and grade the response."""

    kind: Literal["llm_judge"]
    judge_prompt_ref: Annotated[str, StringConstraints(pattern="^[!-~]+$")] = Field(
        description="Names the prompt of the judges and its version, such as judge/tone@1.0; visible ASCII."
    )
    judges: tuple[NonBlank, ...] = Field(
        min_length=1, description="The judges that are asked, by the names that the run gives them."
    )
    threshold: float = Field(ge=0, le=1, description="Aggregated score from which the check passes, 0 to 1.")
    aggregation: Literal["mean", "median", "min", "max", "majority"] | None = Field(
        default=None, description="How the scores of several judges become one."
    )
