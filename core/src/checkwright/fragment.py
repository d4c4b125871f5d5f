"""One kind's JSON Schema fragment: derive it from the model, vet it, move it under its own name."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .spec import CheckSpec
from .wording import one_line, shown

__all__ = ["DIALECT", "derived_fragment", "fragment_fault", "model_fault", "moved"]

#: The only dialect of the merged schema.
DIALECT = "https://json-schema.org/draft/2020-12/schema"

_MAPS = ("$defs", "properties", "patternProperties", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLES = (
    "items", "contains", "not", "if", "then", "else", "additionalProperties", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip
#: Keywords that would let a fragment reach, or be reached from, outside itself.
_OUTSIDE = ("$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary")


def model_fault(spec: Any) -> str | None:
    """Say which promise a spec class breaks that every check document makes; None when it keeps them."""
    if not (isinstance(spec, type) and issubclass(spec, CheckSpec)):
        return f"spec must be a subclass of CheckSpec, not {shown(spec)}"
    try:
        spec.kind_name()
    except TypeError as error:
        return f"the spec does not pin its kind: {error}"
    for setting, value in (("extra", "forbid"), ("strict", True), ("frozen", True)):
        if spec.model_config.get(setting) != value:
            return f"the spec {spec.__name__} must keep {setting}={value!r} from CheckSpec"
    return None


def derived_fragment(spec: type[CheckSpec]) -> dict[str, Any]:
    """Derive the JSON Schema (draft 2020-12) of a check document from its model.

    Titles and null defaults are left out: an absent field is absent, never null.
    """
    fragment: dict[str, Any] = _mapped(spec.model_json_schema(), _plain)
    return fragment


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop the title, and a default of null."""
    return {key: value for key, value in schema.items() if key != "title" and not (key == "default" and value is None)}


def _mapped(schema: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Apply `change` to a schema and all its subschemas; data inside (const, enum, ...) is left alone."""
    if not isinstance(schema, Mapping):
        return schema
    result = change(dict(schema))
    for key in _SINGLES:
        if key in result:
            result[key] = _mapped(result[key], change)
    for key in _LISTS:
        if isinstance(result.get(key), list | tuple):
            result[key] = [_mapped(part, change) for part in result[key]]
    for key in _MAPS:
        if isinstance(result.get(key), Mapping):
            result[key] = {name: _mapped(part, change) for name, part in result[key].items()}
    return result


def _subschemas(schema: Any) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and all its subschemas."""
    seen: list[Mapping[str, Any]] = []

    def note(part: dict[str, Any]) -> dict[str, Any]:
        seen.append(part)
        return part

    _mapped(schema, note)
    return iter(seen)


def fragment_fault(fragment: Any, name: str) -> str | None:
    """Say why `fragment` cannot stand for the kind `name` in the merged schema; None when it can."""
    from jsonschema import Draft202012Validator, SchemaError

    if not isinstance(fragment, Mapping):
        return f"its schema fragment must be an object, not {shown(fragment)}"
    try:
        Draft202012Validator.check_schema(fragment)
    except SchemaError as error:
        place = "/".join(str(step) for step in error.path)
        return one_line(f"its schema fragment is not valid draft 2020-12 at {place or 'the top'}: {error.message}")
    if fragment.get("$schema", DIALECT) != DIALECT:
        return f"its schema fragment must be draft 2020-12, not {shown(fragment['$schema'])}"
    kind = fragment.get("properties", {}).get("kind", {})
    pinned = isinstance(kind, Mapping) and (kind.get("const") == name or kind.get("enum") == [name])
    if not pinned or "kind" not in fragment.get("required", ()):
        return f"its schema fragment does not pin its own kind: `kind` must be required and const {name!r}"
    if fragment.get("additionalProperties") is not False and fragment.get("unevaluatedProperties") is not False:
        return "its schema fragment leaves unknown fields open: set additionalProperties to false"
    for part in _subschemas(fragment):
        reference = part.get("$ref", "#")
        if not reference.startswith("#") or not (reference == "#" or _resolves(fragment, reference)):
            return f"its schema fragment refers outside itself: {shown(reference)}"
        for keyword in _OUTSIDE:
            if keyword in part:
                return f"its schema fragment must not use {keyword}"
    return None


def _resolves(fragment: Mapping[str, Any], reference: str) -> bool:
    """Tell whether a local JSON Pointer reference leads to something in the fragment."""
    place: Any = fragment
    for step in reference.removeprefix("#/").split("/"):
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, Mapping) and step in place:
            place = place[step]
        elif isinstance(place, list) and step.isdigit() and int(step) < len(place):
            place = place[int(step)]
        else:
            return False
    return True


def moved(fragment: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Give the `$defs` entries that a fragment makes: itself under `name`, its own `$defs` as `name:Def`."""

    def change(schema: dict[str, Any]) -> dict[str, Any]:
        reference = schema.get("$ref")
        if reference is not None:
            schema["$ref"] = _moved_reference(reference, name)
        return schema

    body: dict[str, Any] = copy.deepcopy(_mapped(fragment, change))
    body.pop("$schema", None)
    own = body.pop("$defs", {})
    return {name: body, **{f"{name}:{key}": value for key, value in own.items()}}


def _moved_reference(reference: str, name: str) -> str:
    """Turn a fragment's own reference into one of the merged schema."""
    if reference.startswith("#/$defs/"):
        return f"#/$defs/{name}:{reference.removeprefix('#/$defs/')}"
    return f"#/$defs/{name}{reference.removeprefix('#')}"
