"""The document of a markdown_structure check."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from checkwright import CheckSpec, NonBlank

__all__ = ["MarkdownStructure"]

#: No more lines are parsed, so that more headings or code blocks can never be found.
_Count = Annotated[int, Field(ge=0, le=100_000)]

#: For each field the JSON Schema of the values that constrain a response.
_CONSTRAINTS: dict[str, Any] = {
    "min_headings": {"not": {"const": 0}},
    "max_heading_level": {},
    "required_sections": {"not": {"const": []}},
    "no_h1": {"not": {"const": False}},
    "min_code_blocks": {"not": {"const": 0}},
    "forbidden_patterns": {"not": {"const": []}},
}
#: JSON Schemas of which a check must fit one: a field that constrains, or a description.
_ALTERNATIVES: list[Any] = [
    *({"properties": {name: wanted}, "required": [name]} for name, wanted in _CONSTRAINTS.items()),
    {"required": ["description"]},
]
_NOTHING_WANTED = (
    "the check constrains nothing: set one of "
    + ", ".join(_CONSTRAINTS)
    + ", or a description of what judges shall read"
)


class MarkdownStructure(CheckSpec):
    """The response, read as Markdown, has the headings, sections and code blocks that are wanted.

    At least one field must constrain: 0, false and an empty list do not. A check with a description and
    no constraint is vocabulary that judges read.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "allOf": [
                {
                    "anyOf": _ALTERNATIVES,
                    "description": _NOTHING_WANTED,
                }
            ]
        }
    )

    kind: Literal["markdown_structure"]
    min_headings: _Count = Field(default=0, description="Least number of headings, of any level.")
    max_heading_level: int | None = Field(
        default=None, ge=1, le=6, description="The deepest heading level allowed, 1 to 6."
    )
    required_sections: tuple[NonBlank, ...] = Field(
        default=(),
        description="Texts of headings that must be there, of any level and in any order; markup, case, "
        "white space and a final colon do not count.",
    )
    no_h1: bool = Field(default=False, description="Whether headings of level 1 are forbidden.")
    min_code_blocks: _Count = Field(
        default=0, description="Least number of code blocks, fenced or indented, wherever they stand."
    )
    forbidden_patterns: tuple[Annotated[str, StringConstraints(min_length=1)], ...] = Field(
        default=(),
        description="PCRE2 patterns of which none may match, each searched in the whole source, code "
        "included, as the kind regex does: case does not count.",
    )

    @property
    def constrains(self) -> bool:
        """Whether a response can break the check."""
        return bool(
            self.min_headings
            or self.max_heading_level
            or self.required_sections
            or self.no_h1
            or self.min_code_blocks
            or self.forbidden_patterns
        )

    @model_validator(mode="after")
    def _wants_something(self) -> "MarkdownStructure":
        if not self.constrains and self.description is None:
            raise ValueError(_NOTHING_WANTED)
        return self
