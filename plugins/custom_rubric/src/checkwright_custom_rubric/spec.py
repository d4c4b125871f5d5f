"""The document of a custom_rubric check."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from checkwright import CheckSpec, NonBlank
from checkwright_judging.documents.definition import Definition
from checkwright_judging.profiles.names import NAME_PATTERN

__all__ = ["INLINE", "CustomRubric"]

#: The evaluator of a check that holds its definition itself.
INLINE = "inline"
_IS_INLINE: dict[str, Any] = {"properties": {"evaluator": {"const": INLINE}}, "required": ["evaluator"]}
_NOT_NAMED = "a definition belongs to the evaluator inline: of a named one only model may be overridden"


class CustomRubric(CheckSpec):
    """A judge grades the reply from 1 to 5 by a criterion with a scale."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": _IS_INLINE,
            "then": {"required": ["definition"]},
            "else": {"properties": {"definition": {"not": {}, "description": _NOT_NAMED}}},
        }
    )

    kind: Literal["custom_rubric"]
    evaluator: Annotated[str, StringConstraints(pattern=NAME_PATTERN)] = Field(
        description="`inline` for the definition of this check, or the name of an accepted evaluator."
    )
    definition: Definition | None = Field(
        default=None, description="The criterion and its scale; with `inline`, and only then."
    )
    model: NonBlank | None = Field(
        default=None, description="The model that judges, in place of the definition's and the profile's."
    )
    threshold: float = Field(
        default=3.0, ge=1, le=5, description="The lowest score that passes, on the scale of 1 to 5."
    )
    profile: NonBlank | None = Field(
        default=None,
        description="The connection profile; without it the one assigned to custom_rubric_llm_judge, else "
        "to default.",
    )
    scale_order: Literal["ascending", "descending", "both"] = Field(
        default="ascending",
        description="The order in which the judge reads the levels; both asks twice and takes the mean.",
    )

    @model_validator(mode="after")
    def _has_one_definition(self) -> Any:
        if self.evaluator != INLINE and self.definition is not None:
            raise ValueError(_NOT_NAMED)
        if self.evaluator == INLINE and self.definition is None:
            raise ValueError("the evaluator inline needs a definition")
        return self
