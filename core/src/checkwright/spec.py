"""CheckSpec: the base model of a check document; SpecPart: of the objects inside one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema, core_schema

__all__ = ["CheckId", "CheckSpec", "NonBlank", "SpecPart"]

#: White space of Unicode, spelled out: `\\s` differs between the engines of Python, Rust and ECMAScript.
_BLANK = "\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
#: A text with at least one character that is not white space.
NonBlank = Annotated[str, StringConstraints(pattern=f"[^{_BLANK}]")]
#: The id of a check within its rubric.
CheckId = Annotated[str, StringConstraints(min_length=1)]


def _integral(value: Any) -> Any:
    """Read 3.0 as 3: JSON Schema knows one kind of number."""
    return int(value) if type(value) is float and value.is_integer() else value


def _as_json(schema: Any, owner: type) -> Any:
    """Rewrite the pydantic core schema of `owner` so that it decides as JSON Schema does.

    A list is accepted for a tuple, an integral float for an integer, and `X | None = None` means
    "absent or X": null is refused, and the JSON schema says nothing of null. Parts of other models
    are left alone, they were rewritten when they were made.
    """
    if isinstance(schema, list | tuple):
        return type(schema)(_as_json(part, owner) for part in schema)
    if not isinstance(schema, dict):
        return schema
    kind = schema.get("type") if isinstance(schema.get("type"), str) else None
    if kind == "model" and schema["cls"] is not owner and issubclass(schema["cls"], SpecPart):
        return schema
    if kind == "default" and schema.get("default", ...) is None and schema["schema"].get("type") == "nullable":
        schema = {**schema, "schema": schema["schema"]["schema"]}
    kept = ("metadata", "serialization", "default") if kind else ()
    changed = {key: value if key in kept else _as_json(value, owner) for key, value in schema.items()}
    if kind == "tuple":
        changed["strict"] = False
    if kind == "int":
        return core_schema.no_info_before_validator_function(_integral, changed)
    return changed


class SpecPart(BaseModel):
    """An object inside a check document: frozen, strict, without unknown fields, read as JSON reads it."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=False
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let every field decide as its JSON Schema fragment does."""
        schema: CoreSchema = _as_json(handler(source), cls)
        return schema


class CheckSpec(SpecPart):
    """The base of every check document: subclass it, pin `kind`, add fields with descriptions."""

    kind: str
    id: CheckId | None = Field(default=None, description="Names the check within its rubric; weights refer to it.")
    description: NonBlank | None = Field(
        default=None, description="What the check wants, in words; judges read it as a criterion."
    )
    metadata: dict[str, Any] | None = Field(
        default=None, description="Free notes of the author; no executor reads them and no judge sees them."
    )

    @classmethod
    def kind_name(cls) -> str:
        """Return the one name that the `kind` field is pinned to.

        Raises:
            TypeError: `kind` is not annotated as a Literal of exactly one text.
        """
        annotation = cls.model_fields["kind"].annotation
        names = get_args(annotation) if get_origin(annotation) is Literal else ()
        if len(names) != 1 or not isinstance(names[0], str):
            raise TypeError(f"{cls.__name__}.kind must be annotated as a Literal of one name")
        return names[0]
