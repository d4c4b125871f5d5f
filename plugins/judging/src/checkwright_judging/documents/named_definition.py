"""NamedDefinition: a definition that stands in a file of its own."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from ..profiles.names import NAME_PATTERN
from .definition import Definition

__all__ = ["INLINE", "EvaluatorName", "NamedDefinition"]

#: What stands for the definition of a check itself, so that no file may have the name.
INLINE = "inline"


def _not_inline(name: str) -> str:
    if name == INLINE:
        raise ValueError(f"{INLINE!r} is taken: it means the definition of a check itself")
    return name


#: The name of a definition in a file.
EvaluatorName = Annotated[
    str,
    StringConstraints(pattern=NAME_PATTERN),
    AfterValidator(_not_inline),
    Field(json_schema_extra={"not": {"const": INLINE}}),
]


class NamedDefinition(Definition):
    """A definition that stands in a file of its own, and is used by its name."""

    name: EvaluatorName = Field(
        description="The name that checks use: small letters, digits and _, at most 64; not inline."
    )
    submitted_by: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = Field(
        default=None, description="Who handed it in; no judge sees it."
    )
