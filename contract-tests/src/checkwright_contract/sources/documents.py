"""Draw JSON values that mostly fit a JSON Schema, such as check documents."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from checkwright.text import without_surrogates

from .questions import values
from .text_pieces import author_texts, piece_texts

__all__ = ["document_value", "from_schema"]

_FORMATS: Mapping[str, Sequence[str]] = {
    "date": ("2024-02-29", "1999-12-31"),
    "time": ("12:30:00Z", "00:00:00+01:00"),
    "date-time": ("2024-01-05T12:30:00Z", "1999-12-31T23:59:59+02:00"),
    "email": ("a@example.org", "first.last@example.com"),
    "uri": ("https://example.org/a?b=c#d", "urn:example:a"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000",),
    "ipv4": ("192.0.2.1",),
    "ipv6": ("2001:db8::1",),
}
_COMBINED = ("anyOf", "oneOf", "allOf", "if", "then", "else", "$ref")


def from_schema(schema: Any, root: Mapping[str, Any] | None = None) -> st.SearchStrategy[Any]:
    """Draw JSON values of a schema (draft 2020-12).

    Each keyword alone is obeyed. Where several restrict each other (`not`, conditions, `oneOf`) some values
    do not fit, so validate them before relying on that.

    root: the schema in which local references are looked up; by default `schema` itself.
    """
    return _Strategies(schema if root is None else root).of(schema)


def document_value(value: Any) -> Any:
    """Return a JSON value as a document can hold it: without lone surrogates, and with finite numbers."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else 0.0
    if isinstance(value, Mapping):
        return {without_surrogates(key): document_value(part) for key, part in value.items()}
    return [document_value(part) for part in value] if isinstance(value, list) else value


class _Strategies:
    """Turns the parts of one root schema into strategies, each reference once."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._references: dict[str, st.SearchStrategy[Any]] = {}

    def of(self, schema: Any) -> st.SearchStrategy[Any]:
        """Return the strategy for a schema."""
        if not isinstance(schema, Mapping):
            return st.nothing() if schema is False else _anything()
        if "const" in schema:
            return st.just(schema["const"])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        if "$ref" in schema:
            return self._reference(str(schema["$ref"]))
        alternatives = _alternatives(schema)
        if len(alternatives) > 1:
            return st.one_of([self.of(one) for one in alternatives])
        schema = alternatives[0]
        types = _types(schema)
        return st.one_of([self._typed(name, schema) for name in types]) if types else _anything()

    def _reference(self, reference: str) -> st.SearchStrategy[Any]:
        if reference not in self._references:
            self._references[reference] = st.deferred(lambda: self.of(_resolved(self._root, reference)))
        return self._references[reference]

    def _typed(self, name: str, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        if name == "object":
            return self._object(schema)
        if name == "array":
            return self._array(schema)
        if name == "string":
            return _text(schema)
        if name in ("integer", "number"):
            return _number(schema, whole_only=name == "integer")
        return st.booleans() if name == "boolean" else st.none()

    def _object(self, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        required = set(schema.get("required", ()))
        known = {
            name: self.of(part) for name, part in schema.get("properties", {}).items() if part is not False
        }
        known |= {name: _anything() for name in sorted(required - known.keys())}
        given = st.fixed_dictionaries(
            {name: known[name] for name in known if name in required},
            optional={name: known[name] for name in known if name not in required},
        )
        extra = schema.get("additionalProperties", True)
        if extra is False or schema.get("unevaluatedProperties") is False:
            return given
        names = author_texts().filter(lambda name: name not in known)
        fewest = max(int(schema.get("minProperties", 0)) - len(required), 0)
        more = st.dictionaries(names, self.of(extra), min_size=fewest, max_size=fewest + 2)
        return st.builds(lambda one, other: {**other, **one}, given, more)

    def _array(self, schema: Mapping[str, Any]) -> st.SearchStrategy[Any]:
        first = [self.of(part) for part in schema.get("prefixItems", ())]
        fewest = max(int(schema.get("minItems", 0)) - len(first), 0)
        most = min(int(schema.get("maxItems", fewest + 4)) - len(first), fewest + 4)
        key = (lambda value: json.dumps(value, sort_keys=True)) if schema.get("uniqueItems") else None
        rest = st.lists(
            self.of(schema.get("items", True)), min_size=fewest, max_size=max(most, fewest), unique_by=key
        )
        return st.builds(lambda one, other: [*one, *other], st.tuples(*first), rest) if first else rest


def _anything() -> st.SearchStrategy[Any]:
    return values().map(lambda value: document_value(piece_texts(value, ("x",))))


def _resolved(root: Any, reference: str) -> Any:
    place = root
    for step in reference.removeprefix("#").split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        place = place[int(step) if isinstance(place, list) else step]
    return place


def _alternatives(schema: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return schemas without combining keywords, one for each way to fit the schema."""
    plain = {key: value for key, value in schema.items() if key not in _COMBINED or key == "$ref"}
    result = [plain]
    for part in schema.get("allOf", ()):
        result = [_merged(one, other) for one in result for other in _alternatives_of(part)]
    if "anyOf" in schema:
        parts = [other for part in schema["anyOf"] for other in _alternatives_of(part)]
        result = [_merged(one, other) for one in result for other in parts]
    if "oneOf" in schema:
        parts = [other for part in schema["oneOf"] for other in _alternatives_of(part)]
        wanted = {name for part in parts for name in part.get("required", ())}
        result = [_without(_merged(one, other), wanted) for one in result for other in parts]
    if "if" in schema:
        then = _merged(_as_object(schema["if"]), _as_object(schema.get("then", True)))
        otherwise = _as_object(schema.get("else", True))
        result = [_merged(one, other) for one in result for other in (then, otherwise)]
    return result


def _without(schema: dict[str, Any], names: Collection[str]) -> dict[str, Any]:
    """Remove the properties that only another alternative of a `oneOf` requires."""
    required = schema.get("required", ())
    kept = {
        name: part
        for name, part in schema.get("properties", {}).items()
        if name in required or name not in names
    }
    return {**schema, "properties": kept} if "properties" in schema else schema


def _alternatives_of(part: Any) -> list[dict[str, Any]]:
    return _alternatives(_as_object(part))


def _as_object(schema: Any) -> dict[str, Any]:
    return dict(schema) if isinstance(schema, Mapping) else {}


def _merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two schemas that both have to fit, as far as their properties and required fields."""
    merged = {**one, **other}
    if "properties" in one and "properties" in other:
        merged["properties"] = {**one["properties"], **other["properties"]}
        for name in one["properties"].keys() & other["properties"].keys():
            first, second = one["properties"][name], other["properties"][name]
            if isinstance(first, Mapping) and isinstance(second, Mapping):
                merged["properties"][name] = _merged(first, second)
    if "required" in one or "required" in other:
        merged["required"] = sorted({*one.get("required", ()), *other.get("required", ())})
    return merged


def _types(schema: Mapping[str, Any]) -> Sequence[str]:
    """Return the types that a schema allows, inferred from its keywords when it names none."""
    named = schema.get("type")
    if named is not None:
        return [named] if isinstance(named, str) else named
    for name, words in (
        ("object", ("properties", "required", "additionalProperties")),
        ("array", ("items", "prefixItems", "minItems")),
        ("string", ("pattern", "minLength", "maxLength", "format")),
        ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    ):
        if any(word in schema for word in words):
            return [name]
    return []


def _text(schema: Mapping[str, Any]) -> st.SearchStrategy[str]:
    shortest, longest = int(schema.get("minLength", 0)), int(schema.get("maxLength", 10_000))
    if schema.get("format") in _FORMATS:
        return st.sampled_from(_FORMATS[schema["format"]])
    pattern = schema.get("pattern")
    if pattern is not None and not _matches_most_words(pattern):
        return st.from_regex(pattern).map(lambda text: document_value(text.removesuffix("\n"))[:longest])
    return author_texts().map(lambda text: text.ljust(shortest, "x")[:longest])


def _matches_most_words(pattern: str) -> bool:
    """Return whether ordinary words match a pattern, or `re` cannot read it."""
    try:
        return all(re.search(pattern, word) for word in ("the", "Is it 7?", "日本", "(a"))
    except re.error:
        return True


def _number(schema: Mapping[str, Any], *, whole_only: bool) -> st.SearchStrategy[Any]:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    step = schema.get("multipleOf")
    lowest = max(
        [-1_000 if high is None and below is None else -1e9, *(x for x in (low, above) if x is not None)]
    )
    highest = min(
        [
            1_000 if low is None and above is None else max(lowest + 1_000, 1e6),
            *(x for x in (high, below) if x is not None),
        ]
    )
    wholes = _wholes(lowest, highest, above, below)
    if step:
        return st.integers(math.ceil(lowest / step), math.floor(highest / step)).map(
            lambda count: count * step
        )
    if whole_only:
        return wholes if wholes is not None else st.nothing()
    floats = st.floats(
        lowest,
        highest,
        exclude_min=above == lowest,
        exclude_max=below == highest,
        allow_nan=False,
        allow_infinity=False,
    )
    # Hypothesis prefers nearly whole floats, but authors write numbers such as 0.35.
    decimals = st.integers(1, 999).map(lambda part: round(lowest + (highest - lowest) * part / 1_000, 6))
    edges = st.sampled_from([edge for edge in (low, high) if edge is not None] or [0.5])
    return st.one_of([one for one in (wholes, decimals, floats, edges) if one is not None])


def _wholes(
    lowest: float, highest: float, above: float | None, below: float | None
) -> st.SearchStrategy[int] | None:
    first, last = math.ceil(lowest), math.floor(highest)
    first += first == above
    last -= last == below
    if first > last:
        return None
    near = st.integers(first, min(last, first + 20))
    return st.one_of(near, st.integers(first, last), st.just(last))
