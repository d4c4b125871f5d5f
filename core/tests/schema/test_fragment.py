"""A kind's schema fragment: derived from its model, vetted, moved under its own name without a change."""

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import Field
from referencing import Registry
from schema_strategies import fragments, instances

from checkwright import CheckSpec, InvalidDocument, SpecPart
from checkwright.schema.fragment import definitions_of, derived_fragment, fragment_fault, written_fragment
from checkwright.schema.subschemas import parts, place_of, reference_to


class Tone(Enum):
    CALM = "calm"
    WARM = "warm"


class Near(SpecPart):
    """A place."""

    way: Literal["near"]
    title: str = "here"


class Far(SpecPart):
    way: Literal["far"]
    more: tuple["Far", ...] = ()


class Rich(CheckSpec):
    """Everything at once."""

    kind: Literal["acme.rich"]
    tone: Tone = Tone.CALM
    place: Annotated[Near | Far, Field(discriminator="way")] | None = None
    title: str | None = None
    default: int | None = Field(default=None, ge=1)
    schema_: dict[str, Any] | bool | None = Field(default=None, alias="schema")


def test_a_derived_fragment_speaks_of_no_title_null_or_foreign_keyword():
    """Titles, null defaults and `discriminator` are left out; fields of these names stay."""
    fragment = derived_fragment(Rich)
    assert fragment == {
        "description": "Everything at once.",
        "type": "object",
        "additionalProperties": False,
        "required": ["kind"],
        "properties": {
            "kind": {"const": "acme.rich", "type": "string"},
            "id": {
                "description": "Names the check within its rubric; weights refer to it.",
                "minLength": 1,
                "type": "string",
            },
            "description": {
                "description": "What the check wants, in words; judges read it as a criterion.",
                "pattern": fragment["properties"]["description"]["pattern"],
                "type": "string",
            },
            "metadata": {
                "description": "Free notes of the author; no executor reads them and no judge sees them.",
                "type": "object",
                "additionalProperties": True,
            },
            "tone": {"enum": ["calm", "warm"], "type": "string", "default": "calm"},
            "place": {"oneOf": [{"$ref": "#/$defs/Near"}, {"$ref": "#/$defs/Far"}]},
            "title": {"type": "string"},
            "default": {"type": "integer", "minimum": 1},
            "schema": {"anyOf": [{"type": "object", "additionalProperties": True}, {"type": "boolean"}]},
        },
        "$defs": {
            "Near": {
                "description": "A place.",
                "type": "object",
                "additionalProperties": False,
                "required": ["way"],
                "properties": {
                    "way": {"const": "near", "type": "string"},
                    "title": {"type": "string", "default": "here"},
                },
            },
            "Far": {
                "type": "object",
                "additionalProperties": False,
                "required": ["way"],
                "properties": {
                    "way": {"const": "far", "type": "string"},
                    "more": {"type": "array", "items": {"$ref": "#/$defs/Far"}, "default": []},
                },
            },
        },
    }
    assert fragment_fault(fragment, "acme.rich") is None


def test_a_derived_fragment_is_the_callers():
    """Changing it changes neither the model's own schema nor the next fragment."""
    derived_fragment(Rich)["properties"].clear()
    assert "tone" in derived_fragment(Rich)["properties"]


def test_a_written_fragment_is_copied_whole():
    """What its author changes later is not seen, at any depth."""
    part = {"type": "object"}
    schema = {"properties": {"x": part}}
    fragment = written_fragment(schema)
    part["type"] = "string"
    schema["required"] = ["x"]
    assert fragment == {"properties": {"x": {"type": "object"}}}


@pytest.mark.parametrize(
    "value",
    [{1}, ("a",), float("nan"), {2: 3}, b"x", object(), "\ud800"],
    ids=lambda value: type(value).__name__,
)
def test_a_written_fragment_is_json(value):
    """What JSON has not is refused."""
    with pytest.raises(InvalidDocument):
        written_fragment({"default": [value]})


def closed(**more):
    """Make a sound fragment of acme.x with more keywords."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind"],
        "properties": {"kind": {"const": "acme.x"}, **more.pop("properties", {})},
        **more,
    }


@pytest.mark.parametrize(
    "fragment",
    [
        closed(),
        closed(**{"$schema": "https://json-schema.org/draft/2020-12/schema"}),
        {**closed(), "properties": {"kind": {"enum": ["acme.x"]}}},
        {**closed(unevaluatedProperties=False), "additionalProperties": {"type": "string"}},
        closed(properties={"x": {"$ref": "#"}}),
        closed(properties={"x": {"$ref": "#/properties/kind"}}),
        closed(
            properties={"x": {"$ref": "#/allOf/0/anyOf/1"}}, allOf=[{"anyOf": [True, {"type": "object"}]}]
        ),
        closed(properties={"x": {"$ref": "#/$defs/any"}}, **{"$defs": {"any": True}}),
        closed(properties={"x": {"$ref": "#/%24defs/a%20b~1c"}}, **{"$defs": {"a b/c": {"type": "null"}}}),
        closed(
            properties={"x": {"$ref": "#/definitions/old"}},
            definitions={"old": {"$ref": "#/definitions/o"}, "o": {}},
        ),
        closed(
            properties={"x": {"const": {"$ref": "nowhere", "$id": "x"}}, "$id": {"enum": [{"$anchor": 1}]}}
        ),
        closed(dependencies={"x": ["y"], "y": {"required": ["x"]}}),
        closed(
            properties={"tree": {"$ref": "#/$defs/tree"}},
            **{"$defs": {"tree": {"items": {"$ref": "#/$defs/tree"}}}},
        ),
        closed(allOf=[{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], **{"$defs": {"a": {"anyOf": [{}, {}]}}}),
    ],
)
def test_a_sound_fragment_has_no_fault(fragment):
    """Local references, booleans, recursion through the data and words inside data are all fine."""
    assert fragment_fault(written_fragment(fragment), "acme.x") is None


@pytest.mark.parametrize(
    ("fragment", "fault"),
    [
        ({"type": "objct"}, "is not valid draft 2020-12 at type: 'objct'"),
        ({"properties": {"x": {"minimum": "1"}}}, "is not valid draft 2020-12 at properties/x/minimum: '1'"),
        ({"allOf": []}, "is not valid draft 2020-12 at allOf: "),
        (
            closed(properties={"x": {"pattern": "("}}),
            "is not valid draft 2020-12 at properties/x/pattern: '('",
        ),
        (closed(**{"$schema": "urn:mine"}), "must be draft 2020-12, not 'urn:mine'"),
        ({**closed(), "properties": {}}, "does not pin its own kind"),
        ({**closed(), "properties": {"kind": True}}, "does not pin its own kind"),
        ({**closed(), "properties": {"kind": {"enum": ["acme.x", "acme.y"]}}}, "does not pin its own kind"),
        ({**closed(), "required": []}, "does not pin its own kind"),
        ({**closed(), "additionalProperties": True}, "leaves unknown fields open"),
        ({**closed(), "additionalProperties": {}}, "leaves unknown fields open"),
        (closed(properties={"x": {"$ref": "other.json"}}), "refers outside itself: 'other.json'"),
        (closed(properties={"x": {"$ref": "#here"}}), "refers outside itself: '#here'"),
        (closed(properties={"x": {"$ref": "#/$defs/no"}}), "refers outside itself: '#/$defs/no'"),
        (closed(properties={"x": {"$ref": "#/properties"}}), "refers outside itself: '#/properties'"),
        (closed(**{"if": {"$ref": "urn:x"}}), "refers outside itself: 'urn:x'"),
        (closed(dependentSchemas={"x": {"$anchor": "a"}}), "must not use $anchor (at #/dependentSchemas/x)"),
        (closed(**{"$recursiveRef": "#"}), "must not use $recursiveRef (at #)"),
        (closed(allOf=[{"$ref": "#"}]), "asks for itself without an end at #"),
        (
            closed(**{"$defs": {"a": {"not": {"$ref": "#/$defs/a"}}}}),
            "asks for itself without an end at #/$defs/a",
        ),
        (
            closed(
                **{
                    "$defs": {
                        "a": {"then": {"$ref": "#/$defs/b"}},
                        "b": {"anyOf": [{}, {"$ref": "#/$defs/a"}]},
                    }
                }
            ),
            "asks for itself without an end at #/$defs/a",
        ),
    ],
)
def test_an_unsound_fragment_has_its_fault_said(fragment, fault):
    """One sentence says what is wrong and where."""
    assert f"its schema fragment {fault}" in fragment_fault(written_fragment(fragment), "acme.x")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))).map(tuple))
@example(("$defs", "a/b~c%d é", ""))
@example(("~0", "~1", "~01", "%7e"))
def test_a_place_survives_being_written_as_a_reference(place):
    """Reading a reference gives the place that it was written from, whatever its steps are called."""
    assert place_of(reference_to(place)) == place


def test_parts_are_schemas_and_not_data():
    """Every keyword that holds schemas is followed, and no other."""
    schema = {
        **{
            key: {"type": "null"}
            for key in ("additionalProperties", "contains", "contentSchema", "else", "if")
        },
        **dict.fromkeys(("items", "not", "propertyNames", "then"), False),
        **{key: {} for key in ("unevaluatedItems", "unevaluatedProperties")},
        **{key: [{}] for key in ("allOf", "anyOf", "oneOf", "prefixItems")},
        **{
            key: {"k": {}}
            for key in ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
        },
        "dependencies": {"k": ["x"], "l": {}},
        **{key: {"type": {}} for key in ("const", "default", "unknown")},
        **{key: [{"not": {}}] for key in ("enum", "examples", "required")},
    }
    singles = {(key,) for key in list(schema)[:11]}
    lists = {(key, "0") for key in ("allOf", "anyOf", "oneOf", "prefixItems")}
    maps = {
        (key, "k") for key in ("$defs", "definitions", "dependentSchemas", "patternProperties", "properties")
    }
    assert {place for place, _ in parts(schema)} == {(), *singles, *lists, *maps, ("dependencies", "l")}


def valid(schema, instance):
    return Draft202012Validator(schema, registry=Registry()).is_valid(instance)


@given(st.data())
def test_moving_a_fragment_keeps_its_meaning(data):
    """An instance is valid against a fragment exactly when it is against the moved one."""
    fragment = data.draw(fragments("acme.x"))
    assert fragment_fault(fragment, "acme.x") is None
    merged = {
        "$ref": "#/$defs/acme.x",
        "$defs": {**definitions_of(fragment, "acme.x"), "Node": False, "Leaf": True},
    }
    Draft202012Validator.check_schema(merged)
    for instance in data.draw(instances("acme.x")):
        assert valid(merged, instance) == valid(fragment, instance)


def test_a_part_that_stands_twice_is_moved_once_in_each_place():
    """Fragments are written in Python, where one dict may be used in several places."""
    part = {"$ref": "#/$defs/a"}
    fragment = closed(properties={"x": part, "y": part}, **{"$defs": {"a": {}}})
    assert definitions_of(fragment, "acme.x")["acme.x"]["properties"]["y"] == {"$ref": "#/$defs/acme.x:a"}


def test_moving_changes_the_copy_only():
    """The fragment stays what it was."""
    fragment = closed(
        properties={"x": {"$ref": "#/$defs/a"}}, **{"$schema": "x", "$defs": {"a": {"$ref": "#"}}}
    )
    before = repr(fragment)
    assert definitions_of(fragment, "acme.x") == {
        "acme.x": closed(properties={"x": {"$ref": "#/$defs/acme.x:a"}}),
        "acme.x:a": {"$ref": "#/$defs/acme.x"},
    }
    assert repr(fragment) == before
