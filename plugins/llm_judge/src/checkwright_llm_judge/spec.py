"""The document of an llm_judge check."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from checkwright import CheckSpec, NonBlank, SpecPart

__all__ = ["LlmJudge", "PanelJudge"]


class PanelJudge(SpecPart):
    """A judge of the panel: a connection profile with another model than its own."""

    profile: NonBlank = Field(description="The connection profile.")
    model: NonBlank | None = Field(default=None, description="The model; without it the profile's.")


class LlmJudge(CheckSpec):
    """A panel of judges reads a prompt and grades the response."""

    kind: Literal["llm_judge"]
    judge_prompt_ref: Annotated[str, StringConstraints(pattern="^[!-~]+$")] = Field(
        description="The prompt of the judges and its version: judge/<id>@<version>; visible ASCII."
    )
    judges: tuple[NonBlank | PanelJudge, ...] = Field(
        min_length=1,
        description="The judges that are asked: names of connection profiles, or {profile, model}.",
    )
    threshold: float = Field(ge=0, le=1, description="Aggregated score from which the check passes, 0 to 1.")
    aggregation: Literal["mean", "median", "min", "max", "majority"] = Field(
        default="mean",
        description="How the scores of several judges become one; `majority` is the share of judges at or "
        "above the threshold, and passes when it is more than half.",
    )
    min_judges: int | None = Field(
        default=None,
        ge=1,
        description="How many judges must answer where the service lost others; default half of them, "
        "rounded up.",
    )
