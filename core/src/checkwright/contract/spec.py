"""CheckSpec: the base model of a check document; SpecPart: of the objects inside one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, StringConstraints
from pydantic_core import CoreSchema

from .json_strictness import read_as_json

if TYPE_CHECKING:
    from typing import LiteralString, dataclass_transform

    from pydantic import PrivateAttr
    from pydantic._internal._model_construction import ModelMetaclass

    # To a type checker the fields of a model can be set, whatever its settings say, so that no subclass
    # could narrow `kind` to a Literal.
    @dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field, PrivateAttr))
    class _FrozenModel(ModelMetaclass):
        """The type of models whose fields are frozen."""

else:
    _FrozenModel = type(BaseModel)

__all__ = ["NOT_BLANK", "CheckId", "CheckSpec", "NonBlank", "SpecPart"]

#: White space of Unicode, spelled out: `\\s` differs between the engines of Python, Rust and ECMAScript.
_BLANK = "\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000"
#: The pattern of a text that is not blank.
NOT_BLANK = f"[^{_BLANK}]"
#: A text with at least one character that is not white space.
NonBlank = Annotated[str, StringConstraints(pattern=NOT_BLANK)]
#: The id of a check within its rubric.
CheckId = Annotated[str, StringConstraints(min_length=1)]


class SpecPart(BaseModel, metaclass=_FrozenModel):
    """An object inside a check document: frozen, strict, without unknown fields, read as JSON reads it.

    The model and the JSON Schema derived from it give the same answer for every JSON document:

    - a list is a tuple (or a set, when nothing in it is repeated), 3.0 is an integer, a value of an
      Enum is its member, and true is never a number;
    - `X | None = None` means absent or X: null is refused, and the JSON Schema does not speak of it;
    - a name that BaseModel uses (`schema`, `json`) is given as an alias, which then is the only name.

    Beyond reach, so better left out of a spec: objects that are no SpecPart or TypedDict (dataclasses,
    other models); types that JSON has not (dates, bytes, Decimal; take a str with a pattern); several
    aliases for one field; a discriminator that is no text; constraints that change a value
    (`strip_whitespace`, `to_lower`); classes such as `\\d`, `\\s`, `\\w` in a pattern, which engines read
    differently; `multiple_of` of a fraction. A whole number that is too large for a float is one to the
    schema, and refused by the model.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Let every field decide as its JSON Schema does."""
        return read_as_json(handler(source), handler.resolve_ref_schema)


class CheckSpec(SpecPart):
    """The base of every check document: subclass it, pin `kind`, add fields with descriptions.

    What several fields promise together is said twice: by a validator, and for the JSON Schema by
    `json_schema_extra`.
    """

    if TYPE_CHECKING:
        # A `kind: str` in a subclass is then a type error, and not only one of the load.
        kind: LiteralString
    else:
        kind: str
    id: CheckId | None = Field(
        default=None, description="Names the check within its rubric; weights refer to it."
    )
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
            TypeError: `kind` is not annotated as a Literal of exactly one text, or it has a default.
        """
        field = cls.model_fields["kind"]
        names = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        if len(names) != 1 or type(names[0]) is not str:
            raise TypeError(f"{cls.__name__}.kind must be annotated as a Literal of one name")
        if not field.is_required():
            raise TypeError(f"{cls.__name__}.kind must not have a default, since every check names its kind")
        return names[0]
