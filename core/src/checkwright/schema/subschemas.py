"""Walk through a JSON Schema: its parts, their places, and the references between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

__all__ = ["Place", "parts", "place_of", "places_of_same_value", "reference_to"]

#: The steps from the top of a schema to a part of it.
Place: TypeAlias = tuple[str, ...]

#: Keywords of draft 2020-12 whose value is a schema, a list of schemas, a mapping of schemas
#: (`definitions` and `dependencies` are older words that it still knows).
_SINGLES = (
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_MAPS = ("$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties")
#: Keywords whose schemas look at the same value as the schema that holds them.
_SAME_VALUE = frozenset(
    {"allOf", "anyOf", "dependencies", "dependentSchemas", "else", "if", "not", "oneOf", "then"}
)


def parts(schema: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield a schema and all schemas inside it with their places; data (const, enum, ...) is none.

    A part may be changed when it is yielded, before the parts inside it come.
    """
    yield place, schema
    for steps, child in _children(schema):
        yield from parts(child, (*place, *steps))


def _children(schema: Any) -> Iterator[tuple[Place, Any]]:
    if not isinstance(schema, Mapping):
        return
    for keyword in _SINGLES:
        if keyword in schema:
            yield (keyword,), schema[keyword]
    for keyword in _LISTS:
        for index, child in enumerate(schema.get(keyword, ())):
            yield (keyword, str(index)), child
    for keyword in _MAPS:
        for key, child in schema.get(keyword, {}).items():
            if isinstance(child, Mapping | bool):
                yield (keyword, key), child


def places_of_same_value(schema: Any, place: Place) -> list[Place]:
    """Return the places that a schema at `place` asks about the same value, its reference included."""
    places = [(*place, *steps) for steps, _ in _children(schema) if steps[0] in _SAME_VALUE]
    target = place_of(schema["$ref"]) if isinstance(schema, Mapping) and "$ref" in schema else None
    return places if target is None else [*places, target]


def place_of(reference: str) -> Place | None:
    """Read a reference as a place in the same document; None when it is of another form."""
    if reference == "#":
        return ()
    if not reference.startswith("#/"):
        return None
    steps = unquote(reference.removeprefix("#/")).split("/")
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in steps)


def reference_to(place: Place) -> str:
    """Write a place as a reference. Source: RFC 6901, section 6."""
    steps = (step.replace("~", "~0").replace("/", "~1") for step in place)
    return "#" + "".join(f"/{quote(step, safe='$:~')}" for step in steps)
