"""The reason of anyOf and oneOf names the fault of the branch that a value means."""

import pytest

from checkwright import Case, SchemaStore, Toolbox
from checkwright_json_schema import KIND

CIRCLE = {"properties": {"kind": {"const": "circle"}, "r": {"type": "number"}}, "required": ["kind", "r"]}
SQUARE = {"properties": {"kind": {"const": "square"}, "a": {"items": {"type": "number"}}}, "required": ["a"]}
SHAPES = {"oneOf": [CIRCLE, SQUARE]}
BY_REFERENCE = {
    "anyOf": [{"$ref": "#/$defs/circle"}, {"allOf": [{"title": "x"}, {"$ref": "#/$defs/square"}]}],
    "$defs": {"circle": CIRCLE, "square": SQUARE},
}
NAMED = {
    "oneOf": [{"properties": {"kind": {"$ref": "#/$defs/round"}, **CIRCLE["properties"]}, **CIRCLE}, SQUARE],
    "$defs": {"round": {"enum": ["circle", "disc"]}},
}
DISC = {
    "anyOf": [
        {"properties": {"kind": {"enum": ["circle", "disc"]}}, "required": ["r"]},
        SQUARE,
        {"type": "array", "items": {"type": "string"}},
    ]
}
STORE = SchemaStore.from_mapping({"schema/shapes@1.0": BY_REFERENCE})


def told(schema, response):
    spec = KIND.spec.model_validate({"kind": "json_schema", **schema})
    outcome = KIND.prepare(spec, Toolbox(schemas=STORE))(Case(response))
    assert outcome.passed is False
    return outcome.reason.partition("; ")[0]


@pytest.mark.parametrize("shapes", [SHAPES, BY_REFERENCE, NAMED], ids=["in place", "by reference", "named"])
@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ('{"kind": "circle", "a": ["deep"]}', "'r' is missing"),
        ('{"kind": "square", "r": {"x": 1}}', "'a' is missing"),
        ('{"kind": "square", "a": [1, "x"]}', '/a/1: found "x", expected a number'),
        ('{"kind": "star", "a": ["deep"]}', '/a/0: found "deep", expected a number'),
    ],
)
def test_the_branch_whose_constant_the_value_has_speaks(shapes, response, reason):
    """However deep the errors of the other branches are; a value that no branch names: the deepest."""
    assert told({"schema": shapes}, response) == reason
    listed = {"items": shapes, "type": "array", "$defs": shapes.get("$defs", {})}
    assert told({"schema": listed}, f"[{response}]").endswith(reason.removeprefix("/"))


def test_one_of_several_values_is_a_constant_too():
    """An enum tells the branch as a const does."""
    assert told({"schema": DISC}, '{"kind": "disc", "a": ["deep"]}') == "'r' is missing"


def test_a_constant_tells_more_than_a_list_of_values():
    """A value with the constant of one branch and listed values of another means the first."""
    listed = {"properties": {"kind": {"const": "b"}, "m": {"enum": [1, 2]}, "n": {"enum": [1, 2]}}}
    meant = {"properties": {"kind": {"const": "a"}, "m": {"enum": [3, 4]}}}
    assert told({"schema": {"oneOf": [listed, meant]}}, '{"kind": "a", "m": 1, "n": 1}') == (
        "/m: found 1, expected one of 3, 4"
    )


def test_a_branch_inside_the_meant_branch_is_found_too():
    """The discriminator of an inner oneOf is looked at in its turn."""
    outer = {"properties": {"type": {"const": "shape"}, "shape": SHAPES}, "required": ["type"]}
    other = {"properties": {"type": {"const": "text"}, "shape": {"items": {"items": {"type": "null"}}}}}
    response = '{"type": "shape", "shape": {"kind": "circle", "a": ["deep"]}}'
    assert told({"schema": {"anyOf": [outer, other]}}, response) == "/shape: 'r' is missing"


def test_schemas_of_the_run_have_branches_as_well():
    """A schema that is looked up, and one that it refers to, speak alike."""
    response = '{"kind": "circle", "a": ["deep"]}'
    assert told({"schema_ref": "schema/shapes@1.0"}, response) == "'r' is missing"
    inside = {"properties": {"shape": {"$ref": "schema/shapes@1.0"}}}
    assert told({"schema": inside}, f'{{"shape": {response}}}') == "/shape: 'r' is missing"


def test_a_value_too_large_for_all_errors_means_a_branch_too():
    """Where only one part is looked at, its fault is that of the meant branch."""
    fine = '{"kind": "circle", "r": 1}, ' * 60_000
    reason = told({"schema": {"items": SHAPES}}, f'[{fine}{{"kind": "circle", "a": ["deep"]}}]')
    assert reason == "/60000: 'r' is missing"


def test_without_constants_the_deepest_error_speaks():
    """As before, with the number of schemas where nothing is deeper than the value itself."""
    schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    assert told({"schema": schema}, "1") == (
        "fits none of the 2 schemas of anyOf: found 1, expected a string"
    )
