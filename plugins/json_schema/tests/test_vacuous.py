"""Schemas and patterns that ask for nothing are told to their author."""

import pytest

from checkwright import load_kinds, validate
from checkwright_json_schema import KIND
from checkwright_json_schema.vacuous import accepts_everything, matches_everything

DRAFT_4, DRAFT_7 = (f"http://json-schema.org/draft-0{number}/schema#" for number in (4, 7))
TYPES = ["object", "array", "string", "number", "boolean", "null"]


def problems(schema):
    check = {"kind": "json_schema", "schema": schema}
    rubric = {"id": "r", "version": "1.0", "checks": [check], "scoring": {"combine": "all_pass"}}
    return [str(one) for one in validate(rubric, kinds=load_kinds(), source="x")]


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {},
        {"title": "a", "description": "b", "default": 1, "examples": []},
        {"propertys": {"a": {"type": "string"}}, "requierd": ["a"]},
        {"$defs": {"a": {"type": "string"}}},
        {"properties": {"a": {}, "b": True}, "additionalProperties": True},
        {"items": {}, "prefixItems": [True], "minItems": 0, "uniqueItems": False},
        {"required": [], "minProperties": 0, "dependentRequired": {}, "minLength": 0},
        {"type": TYPES},
        {"type": [*TYPES, "integer"]},
        {"anyOf": [{"type": "string"}, {}]},
        {"allOf": [{}, {"allOf": [True]}]},
        {"oneOf": [{}]},
        {"not": False},
        {"if": {"type": "string"}},
        {"if": {"type": "string"}, "then": {}},
        {"then": {"type": "string"}},
        {"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"items": {"$ref": "#"}}}},
        {"$schema": DRAFT_7, "$ref": "#/definitions/a", "type": "string", "definitions": {"a": {}}},
        {"$schema": DRAFT_4, "const": 1, "contains": {"type": "null"}, "if": True, "then": False},
        {"$schema": DRAFT_7, "unevaluatedProperties": False, "dependentRequired": {"a": ["b"]}},
        {"format": "colour"},
        {"pattern": ".*"},
    ],
)
def test_a_schema_that_every_value_fits_is_a_warning(schema):
    """Unknown keywords, annotations and keywords that refuse nothing, alone or inside each other."""
    assert accepts_everything(schema)
    assert any("warning: checks[0].schema: every value fits" in one for one in problems(schema))


@pytest.mark.parametrize(
    "schema",
    [
        False,
        {"type": "object"},
        {"type": TYPES[:5]},
        {"required": ["a"]},
        {"minimum": 0},
        {"const": None},
        {"not": {}},
        {"not": True},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"oneOf": [{}, {}]},
        {"if": {"type": "string"}, "then": {"maxLength": 1}},
        {"properties": {"a": {"type": "string"}}},
        {"additionalProperties": False},
        {"items": False},
        {"contains": {}},
        {"format": "email"},
        {"pattern": "a"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}},
        {"$schema": DRAFT_7, "dependencies": {"a": ["b"]}},
        {"dependentRequired": {"a": ["b"]}},
    ],
)
def test_a_schema_that_refuses_something_is_none(schema):
    """One keyword that refuses one value is enough."""
    assert not accepts_everything(schema)
    assert problems(schema) == []


def test_shared_definitions_are_read_once():
    """Sixty definitions that each refer twice to the next one are no two to the sixty ways."""
    definitions = {str(number): {"allOf": [{"$ref": f"#/$defs/{number + 1}"}] * 2} for number in range(60)}
    assert accepts_everything({"$ref": "#/$defs/0", "$defs": {**definitions, "60": {}}})


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        ".*",
        "^",
        "$",
        "^.*",
        ".*$",
        "a*",
        "(?:ab)?",
        "x|",
        "^|$",
        r"\d*",
        r"^[\s\S]*$",
        r"^(.|\s)*$",
        "[$^]*",
    ],
)
def test_a_pattern_that_every_text_matches_is_a_warning(pattern):
    """The author is told at the place of the pattern, wherever it stands."""
    assert matches_everything(pattern) == "text"
    (said,) = problems({"properties": {"a": {"type": "string", "pattern": pattern}}, "type": "object"})
    assert said.startswith("x: warning: checks[0].schema.properties.a.pattern: every text matches")


@pytest.mark.parametrize("pattern", ["^.*$", r"^[^\n\r\u2028]*$", "^(.*)$"])
def test_a_pattern_that_every_line_matches_is_a_warning(pattern):
    """A dot stops at the end of a line; the warning says that a text of one line always matches."""
    assert matches_everything(pattern) == "line"
    (said,) = problems({"type": "string", "pattern": pattern})
    assert "every text of one line matches" in said


@pytest.mark.parametrize(
    "pattern",
    ["a", ".+", "^$", "^[a-z]*$", "^[^<]*$", "^[^漢]*$", r"^\S*$", "^(?!.*bad)", "^(?:(?!bad)[^x]|x)*$",
     r"\b", r"\B", r"^[\s\S]{0,500}$", r"(a*)\1", "(?=a*)", "^(?:[^b]|b[^a])*b?$"],
)  # fmt: skip
def test_a_pattern_that_some_text_breaks_is_none(pattern):
    """Bans, lengths and alphabets ask for something, though the empty text matches them."""
    assert matches_everything(pattern) is None
    assert problems({"type": "string", "pattern": pattern}) == []


def test_keys_that_match_everything_are_no_mistake():
    """patternProperties with `.*` says that its schema is for all keys."""
    assert problems({"type": "object", "patternProperties": {".*": {"type": "string"}}}) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": 1.5, "pattern": ".*"},
        {"dependencies": 3, "$schema": DRAFT_7},
        {"type": [["array"]]},
        {"items": [1], "format": "colour"},
        {"properties": 7},
        {"pattern": ".*", "required": "a"},
    ],
)
def test_a_schema_that_is_refused_has_no_warning(schema):
    """Its check fails for what is wrong with it; there is nothing to add, and nothing is raised."""
    assert list(KIND.warn(KIND.spec.model_validate({"kind": "json_schema", "schema": schema}))) == []
    assert all(": error: " in one for one in problems(schema))
