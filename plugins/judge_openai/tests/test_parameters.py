"""Which parameter a server refuses, in the words of many servers."""

import pytest

from checkwright_judge_openai.errors import error_in
from checkwright_judge_openai.parameters import refused_parameter

SENT = frozenset({"seed", "temperature", "max_completion_tokens", "response_format"})
INVALID = "invalid_request_error"


def refused(body):
    return refused_parameter(error_in(body), SENT)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("seed", {"message": "no", "param": "seed", "code": "unsupported_parameter", "type": INVALID}),
        ("seed", {"message": "Unknown parameter: 'seed'.", "param": "seed", "code": "unknown_parameter"}),
        ("seed", {"message": "not here", "param": "seed", "code": None, "type": INVALID}),
        (
            "temperature",
            {
                "message": "Unsupported value: 'temperature' does not support 0 with this model. "
                "Only the default (1) value is supported.",
                "param": "temperature",
                "code": "unsupported_value",
            },
        ),
        ("response_format", {"message": "no", "param": "response_format.type", "code": "unsupported_value"}),
        (
            "response_format",
            {
                "message": "Invalid parameter: 'response_format' of type 'json_schema' is not supported "
                "with this model.",
                "param": None,
            },
        ),
    ],
)
def test_a_parameter_that_fields_of_the_error_name_is_refused(name, error):
    assert refused({"error": error}) == name


@pytest.mark.parametrize(
    "words",
    [
        "Unsupported parameter: 'seed'",
        "Unsupported parameter(s): `seed`",
        "Unrecognized request argument supplied: seed",
        "Unrecognized request arguments supplied: seed, temperature",
        "Unrecognized key(s) in object: 'seed'",
        "json: unknown field `seed`, expected one of `model`, `messages`",
        'json: unknown field "seed"',
        'Invalid JSON payload received. Unknown name "seed": Cannot find field.',
        "create() got an unexpected keyword argument 'seed'",
        "property 'seed' is unsupported",
        "Parameter 'seed' is not supported by this model",
        "seed is not currently supported",
        "This model does not support the 'seed' parameter.",
        "This model does not support seed",
        "Invalid parameter: seed",
        "seed: Extra inputs are not permitted",
        "1 validation error for ChatCompletionRequest\nseed\n  Extra inputs are not permitted",
        "Extra inputs are not permitted, field: 'seed', value: 0",
        "[{'type': 'extra_forbidden', 'loc': ('body', 'seed'), 'msg': 'Extra inputs are not permitted'}]",
        "Additional properties are not allowed ('seed' was unexpected)",
        "Unsupported parameter: 'max_tokens', 'seed' is not supported with this model.",
    ],
)
def test_a_parameter_that_the_words_name_is_refused(words):
    assert refused({"error": {"message": words}}) == "seed"
    assert refused({"message": words, "object": "error", "code": 400}) == "seed"


def test_a_list_of_faults_names_the_field_that_is_not_known():
    known = {"type": "less_than_equal", "loc": ["body", "temperature"], "msg": "Input should be less"}
    extra = {"type": "extra_forbidden", "loc": ["body", "seed"], "msg": "Extra inputs are not permitted"}
    assert refused({"detail": [known, extra]}) == "seed"


@pytest.mark.parametrize(
    "error",
    [
        {"message": "9 is greater than the maximum of 2 - 'temperature'", "param": "temperature"},
        {"message": "bad", "param": "temperature", "code": "decimal_above_max_value", "type": INVALID},
        {"message": "bad", "param": "messages", "code": "unsupported_parameter"},
        {"message": "bad", "param": "seed", "code": "context_length_exceeded"},
        {"message": "temperature must be non-negative", "param": "temperature", "code": 400},
        {"message": "Invalid parameter: temperature must be at most 2"},
        {"message": "Unsupported parameter: 'top_p'"},
        {"message": "unknown field `seeds`"},
        {"message": "the seed of the story is an unknown field of barley"},
        {"message": ""},
    ],
)
def test_a_wrong_value_or_what_was_not_sent_is_no_refused_parameter(error):
    assert refused({"error": error}) is None


@pytest.mark.parametrize(
    "words", ["x" * 1_000_000, "unknown field " * 80_000, "a:\n" * 300_000, "'a" * 500_000]
)
def test_a_long_message_is_looked_at_from_its_beginning(words):
    assert refused({"error": {"message": words}}) is None
