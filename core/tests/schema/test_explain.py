"""What is wrong with a document, in sentences: by its schema, else by its model."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, model_validator

from checkwright import Case, CheckSpec, Kind, Outcome, Toolbox, load_kinds, parse_rubric, score, validate
from checkwright.schema.explain import by_model, explain_by
from checkwright.schema.validator import bounded_validator


def told(schema, data):
    """Give path and message of each finding."""
    return [(finding.path, finding.message) for finding in explain_by(bounded_validator(schema), data)]


@pytest.mark.parametrize(
    ("schema", "data", "expected"),
    [
        ({"type": "string"}, 5, [((), "expected a text, found the number 5")]),
        ({"type": ["string", "null"]}, True, [((), "expected a text or null, found true")]),
        ({"type": "array"}, {}, [((), "expected a list, found a mapping")]),
        ({"minLength": 3, "pattern": "^x"}, "a", [((), "at least 3 characters wanted, found 1")]),
        ({"maxItems": 1}, [1, 2], [((), "at most 1 value wanted, found 2")]),
        ({"uniqueItems": True}, ["a", "b", "a"], [((2,), "'a' is repeated, each value may stand once")]),
        (
            {"uniqueItems": True},
            [{"a": 1, "b": 2}, 1, {"b": 2, "a": 1}],
            [((2,), "{'b': 2, 'a': 1} is repeated, each value may stand once")],
        ),
        ({"uniqueItems": True}, [1, 1.0], [((), "a value is repeated, each may stand once")]),
        ({"minProperties": 1}, {}, [((), "at least 1 field wanted, found none")]),
        ({"const": "a"}, "b", [((), "'b' is not one of 'a'")]),
        ({"exclusiveMinimum": 0}, 0, [((), "0 must be more than 0")]),
        ({"exclusiveMaximum": 9}, 9, [((), "9 must be less than 9")]),
        ({"multipleOf": 2}, 3, [((), "3 is not a multiple of 2")]),
        ({"pattern": "^a$"}, "a\n", [((), "'a\\n' does not have the form ^a$")]),
        ({"pattern": "^[$]$"}, "$", []),
        ({"pattern": "^a$", "description": "An a."}, "b", [((), "'b' does not fit: an a")]),
        ({"pattern": "^a$", "description": "ASCII only"}, "b", [((), "'b' does not fit: ASCII only")]),
        ({"not": {}}, 5, [((), "5 is not allowed here")]),
        ({"not": {"const": 5}}, 5, [((), "5 is what must not be: {'const': 5}")]),
        ({"not": {}, "description": "give a or b"}, 5, [((), "give a or b")]),
        ({"not": {"const": 5}, "description": "Not five."}, 5, [((), "5 does not fit: not five")]),
        (
            {"anyOf": [{"type": "string"}, {"properties": {"x": {"type": "integer"}}, "type": "object"}]},
            {"x": "y"},
            [(("x",), "expected a whole number, found the text 'y'")],
        ),
        ({"oneOf": [True, True]}, "a", [((), "'a' is valid under each of True, True")]),
    ],
)  # fmt: skip
def test_each_keyword_has_its_sentence(schema, data, expected):
    """A broken keyword is one sentence in the words of an author."""
    assert told(schema, data) == expected


def test_a_form_in_words_comes_before_the_pattern():
    """The pattern is the hint then, for those who read patterns."""
    schema = {"pattern": "^a/[0-9]+$", "description": "Where it is: a/<number>."}
    [finding] = explain_by(bounded_validator(schema), "a")
    assert (finding.message, finding.hint) == (
        "'a' does not fit: where it is: a/<number>",
        "its form is ^a/[0-9]+$",
    )


EITHER = "give one of old and new"
LACK = {"anyOf": [{"required": ["old"]}, {"required": ["new"]}], "description": EITHER}
FIELDS = {"old": {"type": "integer"}, "new": {}, "other": {}}
CLOSED = {"type": "object", "description": "A thing.", "properties": FIELDS, "additionalProperties": False}


@pytest.mark.parametrize(
    ("conditions", "data", "expected"),
    [
        ({"allOf": [LACK]}, {"other": 1}, [((), EITHER)]),
        ({"allOf": [LACK]}, {"old": 1}, []),
        ({"if": {"required": ["other"]}, "then": LACK}, {"other": 1}, [((), EITHER)]),
        ({"if": {"required": ["other"]}, "else": LACK}, {}, [((), EITHER)]),
        ({"allOf": [LACK]}, {"olds": 1}, [(("olds",), "unknown field")]),
        ({"allOf": [LACK]}, {"newe": 1}, [(("newe",), "unknown field")]),
        ({"allOf": [LACK]}, {"others": 1}, [((), EITHER), (("others",), "unknown field")]),
        ({"then": {"required": ["old"]}, "if": True}, {"olds": 1}, [(("olds",), "unknown field")]),
        ({"required": ["old"]}, {"olds": 1}, [(("olds",), "unknown field")]),
        ({"required": ["old"]}, {"x": 1}, [((), "the field 'old' is missing"), (("x",), "unknown field")]),
        ({"anyOf": [{"required": ["old"]}]}, {}, [((), "the field 'old' is missing")]),
        ({"anyOf": [{"required": ["old"]}]}, {"olds": 1}, [(("olds",), "unknown field")]),
        (
            {"anyOf": [{"properties": {"other": {"required": ["old"]}}}]},
            {"olds": 1, "other": {}},
            [(("olds",), "unknown field"), (("other",), "the field 'old' is missing")],
        ),
    ],
)  # fmt: skip
def test_a_condition_says_its_own_sentence(conditions, data, expected):
    """A broken schema in allOf, then or else is told by its description, unless a field is only misspelt."""
    assert sorted(told({**CLOSED, **conditions}, data)) == expected


def test_a_condition_on_a_value_names_the_value():
    """What does not fit comes before what is wanted, and no pattern is shown."""
    schema = {
        "type": "string",
        "description": "A text.",
        "allOf": [{"pattern": "^a$", "description": "one a"}],
    }
    [finding] = explain_by(bounded_validator(schema), "b")
    assert (finding.message, finding.hint) == ("'b' does not fit: one a", None)


@pytest.mark.parametrize("name", ["then", "else"])
def test_a_field_is_no_condition_whatever_its_name(name):
    """Its description tells what it is for, not what is wrong."""
    schema = {"properties": {name: {"description": "Say what.", "enum": ["a"]}}}
    assert told(schema, {name: "b"}) == [((name,), "'b' is not one of 'a'")]


class Pair(CheckSpec):
    """Two fields with a promise that only the model knows."""

    kind: Literal["test.pair"]
    low: int
    high: Annotated[int, Field(ge=0)] = 9

    @model_validator(mode="after")
    def _ordered(self) -> "Pair":
        if self.low > self.high:
            raise ValueError("low must not be above high")
        return self


class Stuck(CheckSpec):
    """A model that breaks."""

    kind: Literal["test.stuck"]

    @model_validator(mode="after")
    def _broken(self) -> "Stuck":
        raise KeyError("x")


def _passes(spec: Any, toolbox: Toolbox) -> Any:
    return lambda case: Outcome.judge(True, "fine")


KINDS = load_kinds(
    plugins=[Kind(spec=Pair, prepare=_passes), Kind(spec=Stuck, prepare=_passes)], entry_points=False
)
HEAD = {"id": "t", "version": "1.0", "scoring": {"combine": "all_pass"}}


def test_a_promise_of_the_model_alone_is_reported():
    """What no schema sees is said by the model, at its check."""
    [problem] = validate({**HEAD, "checks": [{"kind": "test.pair", "low": 10}]}, kinds=KINDS)
    assert (problem.path, problem.message) == ("/checks/0", "checks[0]: low must not be above high")


def test_a_model_that_breaks_is_its_plugins_fault():
    """A model that raises is reported with its owner, and its check is an error, not a failing reply."""
    rubric = {**HEAD, "checks": [{"kind": "test.stuck"}]}
    [problem] = validate(rubric, kinds=KINDS)
    assert problem.code == "plugin"
    assert "test_explain" in problem.message
    assert "KeyError: 'x'" in problem.message
    kept = parse_rubric(rubric, kinds=KINDS, invalid_checks="fail")
    assert score(kept, Case("r"), kinds=KINDS).status == "error"


class Loose(CheckSpec):
    """A kind without a sound schema: its model alone explains."""

    kind: Literal["test.loose"]
    size: int


def test_without_a_schema_the_model_explains():
    """Missing, unknown and wrong fields are named in the model's words."""
    broken = {"type": "object", "properties": {"kind": {"const": "test.loose"}}, "required": ["kind"]}
    kind = Kind(spec=Loose, prepare=_passes, schema={**broken, "additionalProperties": False})
    kinds = load_kinds(plugins=[kind], entry_points=False)
    found = validate({**HEAD, "checks": [{"kind": "test.loose"}]}, kinds=kinds)
    assert [(problem.path, problem.message) for problem in found] == [
        ("/checks/0", "checks[0]: the field 'size' is missing")
    ]
    found = validate({**HEAD, "checks": [{"kind": "test.loose", "size": "x"}]}, kinds=kinds)
    assert found


def test_the_model_names_unknown_fields_and_accepts_what_fits():
    """Without a schema an unknown field is still found at its key, and a sound check has no finding."""
    [finding] = by_model(Loose, {"kind": "test.loose", "size": 1, "more": 2})
    assert (finding.path, finding.message, finding.key) == (("more",), "unknown field", True)
    assert by_model(Loose, {"kind": "test.loose", "size": 1}) == []
