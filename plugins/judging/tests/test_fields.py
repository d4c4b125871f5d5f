"""Fields: where a definition and a prompt find what a judge is shown, and what is said of what is missing."""

import json
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright import Case, CheckError, NotExecutable
from checkwright_judging.documents.definition import Definition
from checkwright_judging.documents.prompt import JudgePrompt
from checkwright_judging.messages.fields import Field, FieldRefused, definition_fields, prompt_fields

MOST = 1_000
QUESTION = {"id": "q", "input": {"query": "Why?", "page": 3}, "expected": {"intent": "reason"}}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["a", "b", "ä"]), inner),
)


def definition(**lists):
    scale = {str(level): "x" for level in range(1, 6)}
    return Definition.model_validate({"criteria": "c", "scale": scale, **lists})


def defined(case, **lists):
    """Return the fields as (group, name, text)."""
    found = definition_fields(definition(**lists), case, MOST)
    return [(field.group, field.name, field.text) for field in found]


def prompted(case, *fields, criteria="merged"):
    scale = {"min": 0, "max": 1}
    document = {"id": "a", "version": "1.0", "instructions": "i", "scale": scale, "fields": list(fields)}
    found = prompt_fields(JudgePrompt.model_validate(document), case, lambda: criteria, MOST)
    return [(field.group, field.name, field.text) for field in found]


def mistake(function, *arguments, **more):
    with pytest.raises(CheckError) as caught:
        function(*arguments, **more)
    assert caught.value.message.isprintable()
    return caught.value


def test_fields_come_as_inputs_outputs_and_what_is_expected():
    case = Case("Because.", QUESTION, row={"prediction": {"intent": "why"}})
    assert defined(
        case,
        input_fields=["page", "query"],
        output_fields=["response", "intent"],
        expected_output_fields=["intent"],
    ) == [
        ("input", "page", "3"),
        ("input", "query", "Why?"),
        ("output", "response", "Because."),
        ("output", "intent", "why"),
        ("expected", "intent", "reason"),
    ]


@pytest.mark.parametrize("name", ["query", "input"])
@pytest.mark.parametrize("value", ["Why?", ["Why?"], 3, None])
def test_query_and_input_mean_all_of_an_input_that_is_no_object(name, value):
    text = value if isinstance(value, str) else json.dumps(value)
    assert defined(Case("r", {"input": value}), input_fields=[name])[0] == ("input", name, text)


def test_of_an_object_query_is_a_key_as_any_other():
    assert "no such key" in mistake(defined, Case("r", {"input": {"text": "Why?"}})).message


@pytest.mark.parametrize("name", ["expected", "response"])
def test_expected_and_response_mean_all_that_is_expected_when_it_is_no_object(name):
    case = Case("r", {"input": "i", "expected": "e"})
    assert defined(case, expected_output_fields=[name])[-1] == ("expected", name, "e")


def test_a_prediction_goes_before_the_text_of_the_reply():
    assert defined(Case("r", {"input": "i"}, row={"prediction": {"response": "p"}}))[-1][-1] == "p"
    assert defined(Case("r", {"input": "i"}, row={"prediction": {"other": "p"}}))[-1][-1] == "r"
    assert defined(Case("r", {"input": "i"}, row={"prediction": "p"}))[-1][-1] == "r"


@pytest.mark.parametrize(
    ("question", "row", "lists", "said", "path"),
    [
        ({}, {}, {}, "no field 'query': the question has no 'input'; it is empty", ("input_fields", 0)),
        (
            {"id": "q", "inptu": 1},
            {},
            {},
            "no field 'query': the question has no 'input'; it has 'id', 'inptu'",
            ("input_fields", 0),
        ),
        (
            {"input": {"query": "q", "page": 1}},
            {},
            {"input_fields": ["query", "pgae"]},
            "no field 'pgae': question.input has no such key; it has 'query', 'page' (did you mean 'page'?)",
            ("input_fields", 1),
        ),
        (
            {"input": "q"},
            {},
            {"input_fields": ["page"]},
            "no field 'page': question.input has no keys, it is a text; 'query' and 'input' mean all of it",
            ("input_fields", 0),
        ),
        (
            {"input": "q"},
            {},
            {"output_fields": ["intent"]},
            "no field 'intent': the response row has no object 'prediction'; "
            "'response' means the text of the reply",
            ("output_fields", 0),
        ),
        (
            {"input": "q"},
            {"prediction": {"intents": 1}},
            {"output_fields": ["intent"]},
            "no field 'intent': the prediction has no such key; it has 'intents', 'response' "
            "(did you mean 'intents'?)",
            ("output_fields", 0),
        ),
        (
            {"input": "q"},
            {},
            {"expected_output_fields": ["intent"]},
            "no field 'intent': the question has no 'expected'; it has 'input'",
            ("expected_output_fields", 0),
        ),
    ],
)
def test_a_field_that_is_missing_is_a_mistake_that_says_what_there_is(question, row, lists, said, path):
    error = mistake(defined, Case("r", question, row=row), **lists)
    assert (error.message, error.path) == (said, path)


def test_a_mistake_of_a_definition_inside_a_check_stands_there():
    error = mistake(definition_fields, definition(), Case("r"), MOST, path=("definition",))
    assert error.path == ("definition", "input_fields", 0)


@given(JSON)
def test_what_is_no_text_is_shown_as_json_on_one_line(value):
    (field, *_) = definition_fields(definition(input_fields=["x"]), Case("r", {"input": {"x": value}}), 10**6)
    assert json.loads(field.text) == value
    assert "\n" not in field.text


def test_equal_values_are_shown_alike_whatever_the_order_of_keys():
    one, other = ({"input": [{"a": 1, "b": 2}]}, {"input": [MappingProxyType({"b": 2, "a": 1})]})
    assert defined(Case("r", one)) == defined(Case("r", other))


@pytest.mark.parametrize("value", [[float("nan")], [b"bytes"], [{1: 2, "a": 3}]])
def test_what_is_no_json_is_a_mistake(value):
    assert "no JSON value" in mistake(defined, Case("r", {"input": value})).message


def test_what_is_nested_too_deep_is_a_mistake():
    value = []
    for _ in range(5_000):
        value = [value]
    assert "nested too deep" in mistake(defined, Case("r", {"input": value})).message


def test_a_field_is_shown_up_to_the_limit_and_refused_beyond():
    assert defined(Case("x" * MOST, {"input": "i"}))[-1][-1] == "x" * MOST
    with pytest.raises(FieldRefused) as caught:
        defined(Case("x" * (MOST + 1), {"input": "i"}))
    assert caught.value.reason == (
        "size limit: the output field 'response' has 1,001 characters, a judge is shown at most 1,000"
    )


def test_a_field_that_is_no_valid_unicode_is_refused():
    with pytest.raises(FieldRefused) as caught:
        prompted(Case("ab\ud800", {"input": "i"}), "response")
    assert caught.value.reason == (
        "the output field 'response' is not valid Unicode: lone surrogate at character 2"
    )


def test_a_case_without_response_is_not_executable():
    with pytest.raises(NotExecutable):
        defined(Case(None, {"input": "i"}))
    with pytest.raises(NotExecutable):
        prompted(Case(None), "response?")


def test_a_prompt_shows_its_fields_in_its_order():
    case = Case("r", {**QUESTION, "criteria": "own"}, [{"name": "f", "arguments": {"b": 1, "a": 2}}])
    assert prompted(
        case,
        "response",
        "question.expected.intent",
        "criteria",
        "tool_calls",
        "question.input.page",
        "question.id",
    ) == [
        ("output", "response", "r"),
        ("expected", "question.expected.intent", "reason"),
        ("input", "criteria", "merged"),
        ("output", "tool_calls", '[{"arguments": {"a": 2, "b": 1}, "name": "f"}]'),
        ("input", "question.input.page", "3"),
        ("input", "question.id", "q"),
    ]


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("tool_calls", "tool_calls: the case has no record of tool calls"),
        ("criteria", "criteria: neither the question nor the rubric has criteria in words"),
        (
            "question.expected.intnt",
            "question.expected.intnt: 'question.expected' has no 'intnt' (did you mean 'intent'?); "
            "it has 'intent'",
        ),
        (
            "question.input.page.x",
            "question.input.page.x: 'question.input.page' is a number, which has no keys",
        ),
    ],
)
def test_a_field_of_a_prompt_that_is_missing_is_a_mistake_unless_it_may_be(field, said):
    error = mistake(prompted, Case("r", QUESTION), field, criteria=" ")
    assert (error.message, error.path) == (said, ("judge_prompt_ref",))
    assert prompted(Case("r", QUESTION), f"{field}?", "response", criteria=" ") == [
        ("output", "response", "r")
    ]


def test_a_field_that_may_be_absent_and_is_there_is_shown_by_its_name():
    assert prompted(Case("r"), "response?") == [("output", "response", "r")]


def test_null_and_an_empty_record_are_values():
    assert prompted(Case("r", {"a": None}, []), "question.a?", "tool_calls?") == [
        ("input", "question.a", "null"),
        ("output", "tool_calls", "[]"),
    ]


def test_criteria_are_merged_only_for_a_prompt_that_shows_them():
    document = {"id": "a", "version": "1.0", "instructions": "i", "scale": {"min": 0, "max": 1}}
    prompt = JudgePrompt.model_validate({**document, "fields": ["response"]})
    assert prompt_fields(prompt, Case("r"), lambda: 1 / 0, MOST) == (Field("output", "response", "r"),)
