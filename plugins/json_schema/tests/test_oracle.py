"""json_schema against jsonschema, on schemas and values that are drawn; each known difference is named."""

import json
from importlib.metadata import version

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from jsonschema import FormatChecker, validators
from referencing import Registry

from checkwright import Case, Toolbox
from checkwright_contract.sources.documents import from_schema
from checkwright_json_schema import KIND

DRAWN = settings(
    max_examples=50,
    # A failing pair is small as it is drawn.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
DRAFTS = {
    "4": "http://json-schema.org/draft-04/schema#",
    "6": "http://json-schema.org/draft-06/schema#",
    "7": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}

_NAMES = st.sampled_from(["a", "b", "c d", "ü"])
_LITERALS = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "ab", "ü", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_NAMES, inner, max_size=2),
    max_leaves=3,
)
_COUNTS = st.integers(0, 3)
_PLAIN = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(
            ["object", "array", "string", "number", "integer", "boolean", "null", ["string", "null"]]
        ),
        "enum": st.lists(_LITERALS, min_size=1, max_size=3, unique_by=lambda value: json.dumps(value)),
        "minimum": st.integers(-2, 2),
        "maximum": st.integers(-2, 2),
        "multipleOf": st.sampled_from([1, 2, 3]),
        "minLength": _COUNTS,
        "maxLength": _COUNTS,
        "pattern": st.sampled_from(["^a", "b$", "[0-9]", "^.?$"]),
        "minItems": _COUNTS,
        "maxItems": _COUNTS,
        "uniqueItems": st.booleans(),
        "minProperties": _COUNTS,
        "required": st.lists(_NAMES, min_size=1, max_size=2, unique=True),
        "format": st.sampled_from(["date", "ipv4", "no-such-format"]),
    },
)


def _combined(inner: st.SearchStrategy) -> st.SearchStrategy:
    several = st.lists(inner, min_size=1, max_size=3)
    keywords = {
        "properties": st.dictionaries(_NAMES, inner, max_size=3),
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "[bc]"]), inner, max_size=2),
        "additionalProperties": inner,
        "items": inner,
        "allOf": several,
        "anyOf": several,
        "oneOf": several,
        "not": inner,
    }
    return st.builds(
        lambda plain, more: {**plain, **more}, _PLAIN, st.fixed_dictionaries({}, optional=keywords)
    )


def _later(inner: st.SearchStrategy) -> st.SearchStrategy:
    """Add the keywords that drafts after 4 have; a draft that does not know one leaves it alone."""
    keywords = {
        "const": _LITERALS,
        "contains": inner,
        "propertyNames": _PLAIN,
        "if": inner,
        "then": inner,
        "else": inner,
        "dependentSchemas": st.dictionaries(_NAMES, inner, max_size=1),
        "dependentRequired": st.dictionaries(_NAMES, st.lists(_NAMES, max_size=1), max_size=1),
        "prefixItems": st.lists(inner, min_size=1, max_size=2),
        "unevaluatedProperties": inner,
        "unevaluatedItems": inner,
    }
    return st.builds(
        lambda base, more: {**base, **more}, _combined(inner), st.fixed_dictionaries({}, optional=keywords)
    )


SCHEMAS = st.recursive(_PLAIN | st.booleans(), _combined, max_leaves=5)
LATER = st.recursive(_PLAIN | st.booleans(), _later, max_leaves=5)
#: Keyword of a root schema to draw references: the parts that all the rest may refer to.
REFERRING = st.builds(
    lambda root, part: {
        "definitions": {"p": part},
        "allOf": [root, {"properties": {"a": {"$ref": "#/definitions/p"}, "b": {"$ref": "#"}}}],
    },
    SCHEMAS,
    SCHEMAS.filter(lambda part: not isinstance(part, bool)),
)


def ours(schema, value):
    spec = KIND.spec.model_validate({"kind": "json_schema", "schema": schema})
    return KIND.prepare(spec, Toolbox())(Case(json.dumps(value)))


def theirs(schema, value):
    validator = validators.validator_for(schema)
    return validator(schema, registry=Registry(), format_checker=FormatChecker()).is_valid(value)


def drawn(data, schema):
    try:
        return data.draw(_LITERALS | from_schema(schema))
    except InvalidArgument:  # nothing fits what the schema asks for
        return data.draw(_LITERALS)


def assert_same(schema, value):
    outcome = ours(schema, value)
    assert outcome.passed is theirs(schema, value), (schema, value, outcome.reason)


@pytest.mark.parametrize("draft", DRAFTS)
def test_both_agree_on_the_keywords_of_every_draft(draft):
    """On schemas of what all drafts have, and on values that mostly fit, both libraries agree."""
    seen = set()

    @DRAWN
    @given(SCHEMAS.filter(lambda schema: not isinstance(schema, bool)), st.data())
    def agree(schema, data):
        if draft == "4" and "true" in json.dumps(schema).replace('"uniqueItems": true', ""):
            schema = {"type": "object"}
        if draft == "4" and "false" in json.dumps(schema):
            schema = {"type": "array"}
        schema = {"$schema": DRAFTS[draft], **schema}
        value = drawn(data, schema)
        assert_same(schema, value)
        seen.add(theirs(schema, value))

    agree()
    assert seen == {True, False}


@DRAWN
@given(LATER.filter(lambda schema: not isinstance(schema, bool)), st.data())
def test_both_agree_on_the_keywords_of_the_latest_draft(schema, data):
    """So they do on the keywords that only later drafts have."""
    assert_same(schema, drawn(data, schema))


@DRAWN
@given(REFERRING, st.data())
def test_both_agree_on_references(schema, data):
    """So they do where references lead to other parts and back to the root."""
    assert_same(schema, data.draw(st.dictionaries(st.sampled_from("ab"), _LITERALS) | _LITERALS))


#: Schema, value as JSON, our answer, the other answer (or the name of what it raises), and why they differ.
DIFFERENCES = [
    ({"multipleOf": 0.01}, "4.02", True, False, "decimals are divided exactly, not as floats"),
    ({"const": 0.1}, "0.10000000000000000001", False, True, "a decimal keeps its value"),
    ({"pattern": r"^\p{L}+$"}, '"Zoë"', True, "error", "patterns are ECMAScript's, not those of Python's re"),
    ({"pattern": "^a$"}, '"a\\n"', False, True, "$ is the end of the text, not before a last line break"),
    ({"pattern": r"^\d$"}, '"٣"', False, True, r"\d is an ASCII digit, as ECMAScript has it"),
    ({"pattern": "^(a|aa)+$"}, f'"{"a" * 300}!"', False, None, "linear here, exponential there"),
    (
        {"$schema": DRAFTS["7"], "contentEncoding": "base64"},
        '"!!"',
        False,
        True,
        "draft 7 lets a validator assert it",
    ),
    ({"format": "uri"}, '"::"', False, True, "jsonschema asserts uri only with another package"),
    ({"format": "duration"}, '"P1"', False, True, "and duration"),
    ({"format": "hostname"}, '"-a"', False, True, "and hostname"),
    ({"format": "date-time"}, '"noon"', False, True, "and date-time"),
]


@pytest.mark.parametrize(
    ("schema", "text", "here", "there", "why"), DIFFERENCES, ids=lambda value: str(value)[:30]
)
def test_each_known_difference_is_still_there(schema, text, here, there, why):
    """What the two disagree on is listed with its cause; a row that no longer differs is red."""
    spec = KIND.spec.model_validate({"kind": "json_schema", "schema": schema})
    assert KIND.prepare(spec, Toolbox())(Case(text)).passed is here, why
    if there is None:
        return
    try:
        other = theirs(schema, json.loads(text))
    except Exception:  # noqa: BLE001 - Python's re raises its own error
        other = "error"
    assert other == there
    assert other != here


def test_the_engine_is_named():
    """The version that decides stands in the engines of the kind."""
    assert KIND.engines() == {"jsonschema-rs": version("jsonschema-rs")}
