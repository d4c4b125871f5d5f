"""The document of a json_schema check."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from checkwright import CheckSpec

__all__ = ["SCHEMA_REF", "JsonSchema"]

#: The form of a reference to a schema of the run's look-up.
SCHEMA_REF = r"^schema/[a-z][a-z0-9_]*@(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){1,2}$"
_ONE = "give exactly one of schema and schema_ref"


class JsonSchema(CheckSpec):
    """The JSON in the response fits a JSON Schema."""

    model_config = ConfigDict(
        json_schema_extra={
            "if": {"required": ["schema"]},
            "then": {"properties": {"schema_ref": {"not": {}, "description": _ONE}}},
            "allOf": [
                {"anyOf": [{"required": ["schema"]}, {"required": ["schema_ref"]}], "description": _ONE}
            ],
        }
    )

    kind: Literal["json_schema"]
    # The alias is needed because `schema` is a method of BaseModel.
    inline: dict[str, Any] | bool | None = Field(
        default=None,
        alias="schema",
        description="The JSON Schema itself, an object, true or false; its draft is the one that $schema "
        "names (4, 6, 7, 2019-09 or 2020-12), 2020-12 without it. Instead of schema_ref.",
    )
    schema_ref: Annotated[str, StringConstraints(pattern=SCHEMA_REF)] | None = Field(
        default=None,
        description="The schema to look up among those that the run was given: schema/<id>@<version>. "
        "Instead of schema.",
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> "JsonSchema":
        if ("inline" in self.model_fields_set) == ("schema_ref" in self.model_fields_set):
            raise ValueError(_ONE)
        return self
