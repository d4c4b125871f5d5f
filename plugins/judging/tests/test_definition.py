"""Definition: what it takes, and that its JSON Schema takes the same."""

import json
import pickle

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from checkwright import InvalidDocument, parse_spec
from checkwright_judging.documents.canonical_json import sha256_hex
from checkwright_judging.documents.definition import Definition
from checkwright_judging.documents.definition_digest import definition_sha256
from checkwright_judging.documents.named_definition import NamedDefinition
from checkwright_judging.documents.scale import SCALE_RULE

SCALE = {str(level): f"level {level}" for level in range(1, 6)}
SOUND = {"criteria": "Whether it says why.", "scale": SCALE}
NAMED = {**SOUND, "name": "says_why"}
LISTS = ("input_fields", "output_fields", "expected_output_fields")


def fits(model, document):
    """Tell whether a model takes a document, and hold its JSON Schema to the same answer."""
    document = json.loads(json.dumps(document))
    try:
        model.model_validate(document)
    except ValidationError:
        taken = False
    else:
        taken = True
    assert jsonschema_rs.is_valid(model.model_json_schema(), document) == taken, document
    return taken


def names(count):
    return [f"f{number}" for number in range(count)]


def test_a_definition_has_the_defaults_of_its_fields():
    definition = Definition.model_validate(SOUND)
    assert [getattr(definition, name) for name in LISTS] == [("query",), ("response",), ()]
    assert definition.scale.levels() == tuple(SCALE.items())
    assert fits(Definition, SOUND)


@pytest.mark.parametrize("field", ["criteria", "scale"])
def test_criteria_and_scale_are_required(field):
    assert not fits(Definition, {key: value for key, value in SOUND.items() if key != field})


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])
def test_each_level_of_the_scale_is_required(level):
    assert not fits(
        Definition, {**SOUND, "scale": {key: value for key, value in SCALE.items() if key != level}}
    )


@pytest.mark.parametrize("key", ["0", "6", "one", "1.0", ""])
def test_the_scale_has_no_other_levels(key):
    assert not fits(Definition, {**SOUND, "scale": {**SCALE, key: "x"}})


def test_whole_numbers_of_yaml_are_levels():
    assert parse_spec("criteria: x\nscale: {1: a, 2: b, 3: c, 4: d, 5: e}\n", Definition).scale.one == "a"


@pytest.mark.parametrize(("text", "taken"), [("x" * 4_000, True), ("x" * 4_001, False), (" \n\u3000", False)])
def test_a_text_is_not_blank_and_has_at_most_4000_characters(text, taken):
    assert fits(Definition, {**SOUND, "criteria": text}) == taken
    assert fits(Definition, {**SOUND, "scale": {**SCALE, "3": text}}) == taken
    assert fits(Definition, {**SOUND, "input_fields": [text]}) == taken


@given(*[st.none() | st.integers(0, 21) for _ in LISTS])
def test_at_most_twenty_fields_stand_in_all_lists_together(inputs, outputs, expected):
    given_lists = {
        name: names(count)
        for name, count in zip(LISTS, (inputs, outputs, expected), strict=True)
        if count is not None
    }
    count = sum((1 if inputs is None else inputs, 1 if outputs is None else outputs, expected or 0))
    document = {**SOUND, **given_lists}
    assert fits(Definition, document) == (outputs != 0 and 21 not in (inputs, outputs, expected))
    if fits(Definition, document):
        too_many = Definition.model_validate(document).too_many_fields()
        assert (too_many is not None) == (count > 20)


def test_too_many_fields_are_said_at_the_longest_list():
    definition = Definition.model_validate({**SOUND, "output_fields": names(12), "input_fields": names(9)})
    too_many = definition.too_many_fields()
    assert too_many.path == ("output_fields",)
    assert too_many.message.startswith("21 fields in all, at most 20 may be shown")


@pytest.mark.parametrize("listing", LISTS)
def test_a_name_stands_once_in_a_list_and_may_stand_in_several(listing):
    assert not fits(Definition, {**SOUND, listing: ["a", "b", "a"]})
    assert fits(Definition, {**SOUND, **{key: ["a", "b"] for key in LISTS}})


@pytest.mark.parametrize("field", ["name", "submitted_by", "threshold", "metadata"])
def test_a_definition_inside_a_check_has_no_other_fields(field):
    assert not fits(Definition, {**SOUND, field: "x"})


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("a", True),
        ("intent_match", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("inline", False),
        ("inlines", True),
        ("inlin", True),
        ("Inline", False),
        ("1a", False),
        ("_a", False),
        ("a-b", False),
        ("", False),
        ("a\n", False),
    ],
)
def test_the_name_of_a_file_has_its_form_and_is_not_inline(name, taken):
    assert fits(NamedDefinition, {**NAMED, "name": name}) == taken


def test_a_definition_in_a_file_has_a_name():
    assert not fits(NamedDefinition, SOUND)


@pytest.mark.parametrize(("length", "taken"), [(0, False), (1, True), (200, True), (201, False)])
def test_who_handed_it_in_has_1_to_200_characters(length, taken):
    assert fits(NamedDefinition, {**NAMED, "submitted_by": "x" * length}) == taken


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-1, 6) | st.sampled_from(["", " ", "a", "inline"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["1", "5", "x"]), inner),
        max_leaves=4,
    ),
    st.sampled_from(["criteria", "scale", *LISTS, "model", "name", "submitted_by", "other"]),
)
def test_the_schema_and_the_model_agree_on_any_value_of_a_field(value, field):
    fits(NamedDefinition, {**NAMED, field: value})


def test_mistakes_are_said_where_they_stand():
    text = 'criteria: " "\nscale: {1: a, 2: b, 3: c, 4: d, 6: e}\nexpcted_output_fields: [x]\n'
    with pytest.raises(InvalidDocument) as caught:
        parse_spec(text, Definition, source="d.yaml")
    assert [str(problem).partition(" (")[0] for problem in caught.value.problems] == [
        "d.yaml:1:11: error: criteria: ' ' is blank",
        "d.yaml:2:8: error: scale: the field '5' is missing",
        "d.yaml:2:33: error: scale['6']: unknown field",
        "d.yaml:3:1: error: expcted_output_fields: unknown field",
    ]


@pytest.mark.parametrize(
    "more", [{}, {"input_fields": ["query"], "model": "m"}, {"expected_output_fields": []}]
)
def test_to_dict_gives_back_what_was_given(more):
    document = {**NAMED, **more}
    definition = NamedDefinition.model_validate(document)
    assert definition.to_dict() == document
    assert pickle.loads(pickle.dumps(definition)) == definition


def test_the_digest_is_over_the_document_without_who_handed_it_in():
    given_by = NamedDefinition.model_validate({**NAMED, "submitted_by": "pod"})
    assert definition_sha256(given_by) == sha256_hex(NAMED)


def test_the_digest_of_a_definition_in_a_check_knows_no_name():
    assert definition_sha256(Definition.model_validate(SOUND)) == sha256_hex(SOUND)


@pytest.mark.parametrize("field", ["criteria", "model", "name"])
def test_each_edit_changes_the_digest(field):
    one = NamedDefinition.model_validate({**NAMED, "model": "m"})
    other = NamedDefinition.model_validate({**NAMED, "model": "m", field: "edited"})
    assert definition_sha256(one) != definition_sha256(other)


def test_the_score_of_a_definition_is_a_level_of_its_scale():
    assert (SCALE_RULE.low, SCALE_RULE.high, SCALE_RULE.integer, SCALE_RULE.clamp) == (1, 5, True, True)
