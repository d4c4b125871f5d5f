"""Faults of the schema."""

from __future__ import annotations

import copy
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from checkwright.kinds.fragment import derived_fragment

from ..laws import schema
from .honest import Phrases
from .mutant import Mutant, altered

__all__ = ["MUTANTS"]


def _fragment(change: Any) -> dict[str, Any]:
    fragment = copy.deepcopy(derived_fragment(Phrases))
    change(fragment)
    return fragment


class _Rounded(Phrases):
    """Keeps one decimal of the share."""

    share: Annotated[float, AfterValidator(lambda share: round(share, 1))] = Field(default=1.0, ge=0, le=1)


MISSPELT = altered(schema=_fragment(lambda one: one["properties"]["share"].update(type="nmuber")))
UNPINNED = altered(schema=_fragment(lambda one: one["properties"].update(kind={"type": "string"})))
OPEN = altered(schema=_fragment(lambda one: one.pop("additionalProperties")))
WITHOUT_METADATA = altered(schema=_fragment(lambda one: one["properties"].pop("metadata")))
LOOSER = altered(schema=_fragment(lambda one: one["properties"]["share"].pop("maximum")))
ROUNDING = altered(spec=_Rounded)

MUTANTS = (
    Mutant(schema.schema_is_draft_2020_12, "a type that JSON Schema does not have", MISSPELT),
    Mutant(
        schema.schema_pins_its_kind, "any kind fits the schema", UNPINNED, (schema.schema_and_model_agree,)
    ),
    Mutant(
        schema.schema_rejects_unknown_fields, "the schema is open", OPEN, (schema.schema_and_model_agree,)
    ),
    Mutant(
        schema.schema_allows_the_base_fields,
        "the schema has no metadata",
        WITHOUT_METADATA,
        (schema.schema_and_model_agree,),
    ),
    Mutant(schema.schema_and_model_agree, "a schema looser than its model", LOOSER),
    Mutant(schema.check_round_trips, "a model that rounds a number", ROUNDING),
)
