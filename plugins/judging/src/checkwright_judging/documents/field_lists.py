"""The lists of fields of a definition: names without repetition, at most 20 in all three together."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from .scale import JudgeText

__all__ = ["MOST_FIELDS", "FieldNames"]

#: Fields that a definition names, in all its lists together.
MOST_FIELDS = 20


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("a name is repeated, each may stand once")
    return names


#: Names of fields; none stands twice in one list.
FieldNames = Annotated[
    tuple[JudgeText, ...],
    Field(max_length=MOST_FIELDS, json_schema_extra={"uniqueItems": True}),
    AfterValidator(_distinct),
]
