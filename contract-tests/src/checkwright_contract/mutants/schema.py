"""Faults of the schema fragment and of the model."""

from __future__ import annotations

import copy
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, field_validator

from checkwright.engine.for_proofs import derived_fragment

from ..laws import schema
from .mutant import Mutant, changed_kind
from .original import Phrases

__all__ = ["MUTANTS"]


def _fragment(change: Any) -> dict[str, Any]:
    fragment = copy.deepcopy(derived_fragment(Phrases))
    change(fragment)
    return fragment


class _Rounded(Phrases):
    """Keeps one decimal of the share."""

    share: Annotated[float, AfterValidator(lambda share: round(share, 1))] = Field(default=1.0, ge=0, le=1)


def _as_number(share: Any) -> Any:
    return float(share) if isinstance(share, str) and share.replace(".", "", 1).isdigit() else share


class _Coercing(Phrases):
    """Accepts a number in quotation marks as a number."""

    share: Annotated[float, BeforeValidator(_as_number)] = Field(default=1.0, ge=0, le=1)


class _Presuming(Phrases):
    """Takes the length of any value, also of a number."""

    @field_validator("phrases", mode="before")
    @classmethod
    def _not_empty(cls, phrases: Any) -> Any:
        if len(phrases) == 0:
            raise ValueError("at least one phrase is needed")
        return phrases


MISSPELT = changed_kind(schema=_fragment(lambda one: one["properties"]["share"].update(type="nmuber")))
UNPINNED = changed_kind(schema=_fragment(lambda one: one["properties"].update(kind={"type": "string"})))
OPEN = changed_kind(schema=_fragment(lambda one: one.pop("additionalProperties")))
WITHOUT_METADATA = changed_kind(schema=_fragment(lambda one: one["properties"].pop("metadata")))
LOOSER = changed_kind(schema=_fragment(lambda one: one["properties"]["share"].pop("maximum")))
ROUNDING = changed_kind(spec=_Rounded)
COERCING = changed_kind(spec=_Coercing)
PRESUMING = changed_kind(spec=_Presuming)

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
    Mutant(
        schema.schema_and_model_agree, "a model that reads '1' as 1", COERCING, (schema.check_round_trips,)
    ),
    Mutant(schema.schema_and_model_agree, "a validator that breaks on a number", PRESUMING),
    Mutant(schema.check_round_trips, "a model that rounds a number", ROUNDING),
)
