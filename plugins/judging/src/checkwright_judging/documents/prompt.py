"""JudgePrompt: what a panel of judges is told, under a name and a version."""

from __future__ import annotations

import math
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from checkwright import NonBlank, SpecPart
from checkwright.paths import dot_path_pattern

from .canonical_json import sha256_hex
from .prompt_refs import PROMPT_ID, PROMPT_VERSION

__all__ = ["PROMPT_FIELD_PATTERN", "JudgePrompt", "PromptScale", "prompt_digest"]

#: The pattern of a field that a prompt shows.
PROMPT_FIELD_PATTERN = (
    dot_path_pattern(("question",), ("response", "tool_calls", "criteria")).removesuffix("$") + r"\??$"
)


def _distinct(fields: tuple[str, ...]) -> tuple[str, ...]:
    names = [field.removesuffix("?") for field in fields]
    if len(set(names)) < len(names):
        raise ValueError("a field is repeated, each may stand once")
    return fields


class PromptScale(SpecPart):
    """The scale that judges answer on."""

    min: float = Field(description="The lowest score.")
    max: float = Field(description="The highest score.")
    integer: bool = Field(default=False, description="Whether only whole numbers are scores.")

    @model_validator(mode="after")
    def _has_two_ends(self) -> Self:
        if self.min >= self.max:
            raise ValueError("min must be less than max")
        if not math.isfinite(self.max - self.min):
            raise ValueError("the scale is too wide: max - min must be a finite number")
        if self.integer and not (self.min.is_integer() and self.max.is_integer()):
            raise ValueError("the ends of a scale of whole numbers must be whole numbers")
        return self


class JudgePrompt(SpecPart):
    """What judges are told: instructions, what they are shown, and the scale."""

    id: Annotated[str, StringConstraints(pattern=f"^{PROMPT_ID}$")] = Field(
        description="Names the prompt: small letters, digits and _."
    )
    version: Annotated[str, StringConstraints(pattern=f"^{PROMPT_VERSION}$")] = Field(
        description="The version, MAJOR.MINOR or MAJOR.MINOR.PATCH, in quotes."
    )
    instructions: NonBlank = Field(description="What is judged, in words for the judges.")
    fields: Annotated[
        tuple[Annotated[str, StringConstraints(pattern=PROMPT_FIELD_PATTERN)], ...],
        AfterValidator(_distinct),
    ] = Field(
        min_length=1,
        description="What the judges are shown, in this order: response, tool_calls, criteria (the merged "
        "criteria of the question), or question. and keys joined by dots; one that ends in ? may be absent.",
    )
    scale: PromptScale = Field(description="The lowest and the highest score.")
    levels: dict[str, NonBlank] | None = Field(
        default=None, description="What a score or a label means, in words for the judges."
    )
    metadata: dict[str, Any] | None = Field(
        default=None, description="Free notes of the author; no judge sees them."
    )

    @property
    def ref(self) -> str:
        """The reference that checks use for this prompt."""
        return f"judge/{self.id}@{self.version}"

    def to_dict(self) -> dict[str, Any]:
        """Return the document as JSON, with the fields that it was given; the copy is the caller's."""
        return self.model_dump(mode="json", exclude_unset=True)


def prompt_digest(prompt: JudgePrompt) -> str:
    """Return the SHA-256 of the canonical JSON of a prompt, in hexadecimal digits; without `metadata`."""
    document = prompt.to_dict()
    document.pop("metadata", None)
    return sha256_hex(document)
