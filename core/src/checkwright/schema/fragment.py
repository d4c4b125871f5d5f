"""One kind's JSON Schema fragment: copy or derive it, vet it, move it under its own name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..wording import one_line, shown
from .subschemas import Place, parts, place_of, places_of_same_value, reference_to

if TYPE_CHECKING:
    from ..contract.spec import SpecPart

__all__ = ["DIALECT", "definitions_of", "derived_fragment", "fragment_fault", "written_fragment"]

#: The only dialect of the merged schema.
DIALECT = "https://json-schema.org/draft/2020-12/schema"

#: Keywords that would let a fragment reach, or be reached from, outside itself.
_OUTSIDE = (
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$vocabulary",
)


def written_fragment(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Copy a hand-written fragment as plain JSON data, so that nobody can change it later.

    Raises:
        InvalidDocument: the fragment holds what JSON has not.
    """
    from ..documents.limits import DocumentLimits
    from ..documents.plain_data import copied

    fragment: dict[str, Any] = copied(schema, "the schema fragment", DocumentLimits())
    return fragment


def derived_fragment(spec: type[SpecPart]) -> dict[str, Any]:
    """Derive the JSON Schema (draft 2020-12) of a document from its model.

    Left out are titles, null defaults (an absent field is absent, never null) and `discriminator`,
    which is no keyword of JSON Schema. A mapping with a pattern for its keys is closed to other keys,
    as it is in the model.
    """
    fragment: dict[str, Any] = _copy_apart(spec.model_json_schema())
    for _, part in parts(fragment):
        if isinstance(part, dict):
            for keyword in ("title", "discriminator"):
                part.pop(keyword, None)
            if part.get("default", ...) is None:
                del part["default"]
            if "patternProperties" in part:
                part.setdefault("additionalProperties", False)
    return fragment


def fragment_fault(fragment: Mapping[str, Any], name: str) -> str | None:
    """Say why `fragment` cannot stand for the kind `name` in the merged schema; None when it can."""
    return _invalid(fragment) or _open(fragment, name) or _reaching_out(fragment) or _endless(fragment)


def _invalid(fragment: Mapping[str, Any]) -> str | None:
    from jsonschema import Draft202012Validator, SchemaError

    if fragment.get("$schema", DIALECT) != DIALECT:
        return f"its schema fragment must be draft 2020-12, not {shown(fragment['$schema'])}"
    try:
        Draft202012Validator.check_schema(fragment)
    except SchemaError as error:
        place = "/".join(str(step) for step in error.path)
        return one_line(
            f"its schema fragment is not valid draft 2020-12 at {place or 'the top'}: {error.message}"
        )
    return None


def _open(fragment: Mapping[str, Any], name: str) -> str | None:
    """Say how a valid fragment lets in what belongs to no kind or to another one."""
    kind = fragment.get("properties", {}).get("kind", {})
    pinned = isinstance(kind, Mapping) and (kind.get("const") == name or kind.get("enum") == [name])
    if not pinned or "kind" not in fragment.get("required", ()):
        return f"its schema fragment does not pin its own kind: `kind` must be required and const {name!r}"
    if (
        fragment.get("additionalProperties") is not False
        and fragment.get("unevaluatedProperties") is not False
    ):
        return "its schema fragment leaves unknown fields open: set additionalProperties to false"
    return None


def _reaching_out(fragment: Mapping[str, Any]) -> str | None:
    """Say which part of a valid fragment leads outside it, or can be reached from there."""
    inside = dict(parts(fragment))
    for place, part in inside.items():
        if not isinstance(part, Mapping):
            continue
        if "$ref" in part and place_of(part["$ref"]) not in inside:
            return f"its schema fragment refers outside itself: {shown(part['$ref'])} is no schema in it"
        for keyword in (*_OUTSIDE, *(("$schema",) if place else ())):
            if keyword in part:
                return f"its schema fragment must not use {keyword} (at {reference_to(place)})"
    return None


def _endless(fragment: Mapping[str, Any]) -> str | None:
    """Say which part of a fragment, all of whose references resolve, asks for itself without an end."""
    inside = dict(parts(fragment))
    ended: set[Place] = set()

    def circle_from(place: Place, way: tuple[Place, ...]) -> Place | None:
        if place in way:
            return place
        if place in ended:
            return None
        onward = places_of_same_value(inside[place], place)
        found = next(
            (circle for step in onward if (circle := circle_from(step, (*way, place))) is not None), None
        )
        ended.add(place)
        return found

    circle = next((found for place in inside if (found := circle_from(place, ())) is not None), None)
    return (
        None
        if circle is None
        else f"its schema fragment asks for itself without an end at {reference_to(circle)}"
    )


def definitions_of(fragment: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the `$defs` entries that a sound fragment makes: itself under `name`, its own as `name:Def`."""
    body: dict[str, Any] = _copy_apart(fragment)
    for _, part in parts(body):
        if isinstance(part, dict) and "$ref" in part:
            part["$ref"] = reference_to(_place_in_merged(place_of(part["$ref"]) or (), name))
    body.pop("$schema", None)
    definitions = body.pop("$defs", {})
    return {name: body, **{f"{name}:{key}": value for key, value in definitions.items()}}


def _place_in_merged(place: Place, name: str) -> Place:
    """Turn a place in a fragment into the one that it has in the merged schema."""
    if place[:1] == ("$defs",):
        return ("$defs", f"{name}:{place[1]}", *place[2:])
    return ("$defs", name, *place)


def _copy_apart(data: Any) -> Any:
    """Copy JSON data; unlike deepcopy a part that stands in two places becomes two copies."""
    if isinstance(data, Mapping):
        return {key: _copy_apart(value) for key, value in data.items()}
    return [_copy_apart(value) for value in data] if isinstance(data, list) else data
