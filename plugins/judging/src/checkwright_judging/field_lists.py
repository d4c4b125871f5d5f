"""The lists of fields of a definition: names without repetition, at most 20 in all three together."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from .scale import JudgeText

__all__ = ["FEWER_FIELDS", "MOST_FIELDS", "FieldNames"]

#: Fields that a definition names, in all its lists together.
MOST_FIELDS = 20


def _distinct(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise ValueError("a name is repeated, each may stand once")
    return names


#: Names of fields; none stands twice in one list.
FieldNames = Annotated[
    tuple[JudgeText, ...], AfterValidator(_distinct), Field(json_schema_extra={"uniqueItems": True})
]


def _few_enough() -> list[dict[str, Any]]:
    """Return the ways in which the lists may share `MOST_FIELDS`: JSON Schema cannot add.

    An absent list of inputs counts as its default, which has one name; the list of outputs has at least one.
    """
    ways = []
    for inputs in range(MOST_FIELDS):
        left = MOST_FIELDS - inputs
        way: dict[str, Any] = {
            "properties": {"input_fields": {"maxItems": inputs}},
            "anyOf": [_rest(outputs, left - outputs) for outputs in range(1, left + 1)],
        }
        ways.append(way if inputs else {**way, "required": ["input_fields"]})
    return ways


def _rest(outputs: int, expected: int) -> dict[str, Any]:
    return {
        "properties": {
            "output_fields": {"maxItems": outputs},
            "expected_output_fields": {"maxItems": expected},
        }
    }


#: The bound of all lists together, for the JSON Schema of a definition.
FEWER_FIELDS: dict[str, Any] = {
    "description": f"At most {MOST_FIELDS} fields in input_fields, output_fields and expected_output_fields "
    "together.",
    "anyOf": _few_enough(),
}
