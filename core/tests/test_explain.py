"""What is wrong with a document, in sentences: by its schema, else by its model."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, model_validator

from checkwright import Case, CheckSpec, Kind, Outcome, Toolbox, load_kinds, parse_rubric, score, validate
from checkwright.explain import bounded_validator, by_model, explain_by


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
        ({"minProperties": 1}, {}, [((), "at least 1 field wanted, found none")]),
        ({"const": "a"}, "b", [((), "'b' is not one of 'a'")]),
        ({"exclusiveMinimum": 0}, 0, [((), "0 must be more than 0")]),
        ({"exclusiveMaximum": 9}, 9, [((), "9 must be less than 9")]),
        ({"multipleOf": 2}, 3, [((), "3 is not a multiple of 2")]),
        ({"pattern": "^a$"}, "a\n", [((), "'a\\n' does not have the form ^a$")]),
        ({"pattern": "^[$]$"}, "$", []),
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
