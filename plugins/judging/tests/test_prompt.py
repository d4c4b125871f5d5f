"""JudgePrompt: what it takes, its reference and its digest."""

import json
import re

import jsonschema_rs
import pytest
from pydantic import ValidationError

from checkwright import InvalidDocument, parse_spec
from checkwright_judging.documents.prompt import JudgePrompt, prompt_digest
from checkwright_judging.documents.prompt_refs import JUDGE_REF_PATTERN

SOUND = {
    "id": "polite",
    "version": "1.0",
    "instructions": "Grade how polite it is.",
    "fields": ["question.input", "criteria?", "response"],
    "scale": {"min": 0, "max": 1},
}


def prompt(**changes):
    return JudgePrompt.model_validate(json.loads(json.dumps({**SOUND, **changes})))


def refused(**changes):
    with pytest.raises(ValidationError):
        prompt(**changes)


def by_schema(**changes):
    return jsonschema_rs.is_valid(JudgePrompt.model_json_schema(), {**SOUND, **changes})


def test_a_sound_prompt_is_taken_and_given_back():
    full = {**SOUND, "levels": {"0": "rude", "1": "polite"}, "metadata": {"by": ["me"]}}
    assert prompt().ref == "judge/polite@1.0"
    assert prompt().to_dict() == SOUND
    assert JudgePrompt.model_validate(full).to_dict() == full
    assert by_schema()


@pytest.mark.parametrize("field", list(SOUND))
def test_every_field_but_levels_and_metadata_is_required(field):
    with pytest.raises(ValidationError):
        JudgePrompt.model_validate({key: value for key, value in SOUND.items() if key != field})


@pytest.mark.parametrize(
    "field", ["response", "response?", "tool_calls", "criteria", "question.input", "question.expected.a b.c?"]
)
def test_these_are_fields(field):
    assert prompt(fields=[field]).fields == (field,)
    assert by_schema(fields=[field])


@pytest.mark.parametrize(
    "field",
    [
        "question",
        "question.",
        "question..a",
        "row.x",
        "input",
        "",
        "response.x",
        "response??",
        "Response",
        "response\n",
    ],
)
def test_these_are_no_fields(field):
    refused(fields=[field])
    assert not by_schema(fields=[field])


def test_at_least_one_field_is_shown():
    refused(fields=[])


def test_a_field_stands_once_whether_or_not_it_may_be_absent():
    refused(fields=["response", "response"])
    refused(fields=["response", "response?"])


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 1), (0.5, 0.25)])
def test_a_scale_has_two_ends(low, high):
    refused(scale={"min": low, "max": high})


def test_the_ends_of_a_scale_of_whole_numbers_are_whole():
    refused(scale={"min": 0.5, "max": 3, "integer": True})
    assert prompt(scale={"min": 1, "max": 3, "integer": True}).scale.integer


@pytest.mark.parametrize("version", ["1", "1.", "01.0", "1.0.0.0", "v1.0", 1.0])
def test_a_version_is_as_that_of_a_rubric(version):
    refused(version=version)


@pytest.mark.parametrize(
    ("ref", "fits"),
    [
        ("judge/a@1.0", True),
        ("judge/a_1@10.2.3", True),
        ("rubric/a@1.0", False),
        ("judge/A@1.0", False),
        ("judge/a", False),
        ("judge/a@1", False),
        ("a@1.0", False),
        ("judge/a@1.0 ", False),
    ],
)
def test_a_reference_names_id_and_version(ref, fits):
    assert (re.fullmatch(JUDGE_REF_PATTERN, ref) is not None) == fits


def test_the_digest_changes_with_what_judges_read_and_not_with_notes():
    assert prompt_digest(prompt(metadata={"by": "me"})) == prompt_digest(prompt())
    for change in (
        {"instructions": "x"},
        {"fields": ["response"]},
        {"scale": {"min": 0, "max": 2}},
        {"levels": {}},
    ):
        assert prompt_digest(prompt(**change)) != prompt_digest(prompt())


def test_mistakes_of_a_prompt_are_said_where_they_stand():
    text = "id: a\nversion: 1.0\ninstructions: x\nfeilds: [response]\nscale: {min: 1, max: 0}\n"
    with pytest.raises(InvalidDocument) as caught:
        parse_spec(text, JudgePrompt, source="p.yaml")
    assert [str(problem) for problem in caught.value.problems] == [
        "p.yaml:2:10: error: version: expected a text, found the number 1.0 "
        "(quote it: without quotes it is read as a number)",
        "p.yaml:4:1: error: feilds: unknown field (did you mean 'fields'?)",
    ]


def test_a_scale_is_no_wider_than_a_number_can_say():
    document = {
        "id": "p",
        "version": "1.0",
        "instructions": "x",
        "fields": ["response"],
        "scale": {"min": -1e308, "max": 1e308},
    }
    with pytest.raises(ValidationError, match="the scale is too wide"):
        JudgePrompt.model_validate(document)
