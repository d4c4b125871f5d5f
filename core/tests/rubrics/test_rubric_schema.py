"""The model of a rubric and `rubric.schema.json` give the same answer for every document."""

import re
from typing import Annotated, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mutations import changed
from pydantic import ConfigDict, StringConstraints, ValidationError

import checkwright_schema
from checkwright import CheckSpec, Kind, load_kinds
from checkwright.rubrics.rubric import RubricHead
from checkwright.schema.validator import bounded_validator

CHECK = checkwright_schema.schema("check")
RUBRIC = checkwright_schema.schema("rubric")
RUBRIC["properties"]["checks"]["items"] = {
    key: value for key, value in CHECK.items() if not key.startswith("$")
}
VALIDATOR = bounded_validator(RUBRIC)


class AnyCheck(CheckSpec):
    """The base fields of every check; its own fields are its kind's business."""

    model_config = ConfigDict(extra="allow")
    kind: Annotated[str, StringConstraints(pattern=CHECK["properties"]["kind"]["pattern"])]


def accepted(document):
    try:
        for check in RubricHead.model_validate(document).checks:
            AnyCheck.model_validate(check)
    except ValidationError:
        return False
    return True


_NUMBERS = st.sampled_from([0, 1, 0.5, 1.0, 1.5, -0.1, 2, 1_000_000, 1_000_001, 1e300])
_TEXTS = st.sampled_from(
    [
        "",
        " ",
        "\u2003",
        "a",
        "a_1",
        "A",
        "a.b",
        "a.b\n",
        "1.0",
        "1.0.2",
        "1",
        "01.0",
        "1.0\n",
        "v1.0",
        "min",
        "mean",
    ]
)
_NAMES = st.sampled_from(
    ["a", "kind", "id", "description", "metadata", "combine", "threshold", "weights", "x"]
)
_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), _NUMBERS, _TEXTS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=5,
)
_FREE = st.dictionaries(_NAMES, _VALUES, max_size=2)
_CHECK = st.fixed_dictionaries(
    {"kind": st.sampled_from(["a", "acme.word_limit", "a.b.c_1"])},
    optional={"id": st.just("a"), "description": st.just("Says so."), "metadata": _FREE, "x": _VALUES},
)
_SCORING = st.fixed_dictionaries(
    {"combine": st.sampled_from(["all_pass", "any_pass", "weighted_avg", "min", "max", "median"])},
    optional={
        "threshold": st.sampled_from([0, 1, 0.5, 1.0]),
        "weights": st.dictionaries(st.text(max_size=2), st.sampled_from([0, 1, 2.5, 1_000_000]), max_size=2),
    },
)
_RUBRIC = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["a", "support_tone"]),
        "version": st.sampled_from(["1.0", "0.1", "10.20.30"]),
        "checks": st.lists(_CHECK, min_size=1, max_size=3),
        "scoring": _SCORING,
    },
    optional={
        "label": st.text(max_size=3),
        "description": st.text(max_size=3),
        "applicable_bundles": st.lists(st.text(max_size=3), max_size=2),
        "enabled": st.booleans(),
        "metadata": _FREE,
    },
)
_TOP = st.sampled_from([*RUBRIC["properties"], "source", "_data"])
GOOD = {"id": "a", "version": "1.0", "checks": [{"kind": "a"}], "scoring": {"combine": "min"}}


@given(changed(_RUBRIC, _VALUES, _TOP))
@example({**GOOD, "id": "a\n"})
@example({**GOOD, "version": "1.0\n"})
@example({**GOOD, "checks": [{"kind": "a\n"}]})
@example({**GOOD, "label": None})
@example({**GOOD, "enabled": 1})
@example({**GOOD, "scoring": {"combine": "min", "threshold": True}})
@example({**GOOD, "scoring": {"combine": "min", "weights": {"a": 1_000_000.5}}})
@example({**GOOD, "checks": [{"kind": "a", "description": "\x1c\x85\u3000"}]})
@example([GOOD])
@example(None)
def test_model_and_schema_agree(document):
    """Both accept a rubric, or both refuse it."""
    assert accepted(document) == VALIDATOR.is_valid(document)


def test_a_minimal_rubric_is_accepted():
    """The example that the others are changed from is good."""
    assert accepted(GOOD)


def test_the_defaults_of_the_model_are_those_of_the_schema():
    """What an editor shows as default is what a rubric gets."""
    head = RubricHead.model_validate(GOOD)
    assert head.enabled is RUBRIC["properties"]["enabled"]["default"]
    assert head.scoring.threshold == RUBRIC["properties"]["scoring"]["properties"]["threshold"]["default"]


def test_models_and_schemas_have_the_same_fields():
    """No field stands in one of them alone; descriptions of the base fields are the same words."""
    assert set(RubricHead.model_fields) == set(RUBRIC["properties"])
    scoring = RUBRIC["properties"]["scoring"]["properties"]
    assert set(RubricHead.model_fields["scoring"].annotation.model_fields) == set(scoring)
    described = {name: field.description for name, field in CheckSpec.model_fields.items() if name != "kind"}
    assert described == {
        name: value["description"] for name, value in CHECK["properties"].items() if name != "kind"
    }


@pytest.mark.parametrize(
    "name",
    ["a", "a.b", "a_1.b_2.c", "", "A", "1a", "a.", ".a", "a..b", "a.1", "a-b", "a\n", "ä", "a.b\n", "_a"],
)
def test_kinds_have_the_names_that_the_schema_knows(name):
    """What a plugin may call its kind is what a check may name."""
    spec = type("Spec", (CheckSpec,), {"__annotations__": {"kind": Literal[name]}})
    named = list(load_kinds(plugins=[Kind(spec, None)], entry_points=False))
    pattern = CHECK["properties"]["kind"]["pattern"]
    assert bool(named) == bool(re.fullmatch(pattern.removesuffix("$"), name))
