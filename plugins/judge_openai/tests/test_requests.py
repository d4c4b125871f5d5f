"""What a request says, to the letter."""

from types import MappingProxyType

import pytest

from checkwright_judge_openai.requests import body_of, names_in
from checkwright_judging.judge import JudgeRequest, Message, Output

MESSAGES = (Message("system", "judge"), Message("user", "this"))
SCHEMA = MappingProxyType({"type": "object", "properties": MappingProxyType({"score": {}})})


def body(output, **parameters):
    return body_of(JudgeRequest(MESSAGES, "m", output, MappingProxyType(parameters), SCHEMA))


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (Output.TEXT, {}),
        (Output.JSON_OBJECT, {"response_format": {"type": "json_object"}}),
        (
            Output.JSON_SCHEMA,
            {
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {
                        "name": "reply",
                        "schema": {"type": "object", "properties": {"score": {}}},
                        "strict": True,
                    },
                }
            },
        ),
    ],
)
def test_a_body_has_model_messages_and_the_output_and_no_more(output, told):
    messages = [{"role": "system", "content": "judge"}, {"role": "user", "content": "this"}]
    assert body(output) == {"model": "m", "messages": messages, **told}


def test_parameters_cannot_stand_for_the_model_or_the_messages():
    assert body(Output.TEXT, model="other", messages=[], seed=0) == {**body(Output.TEXT), "seed": 0}


def test_what_can_be_left_out_are_the_parameters_and_the_response_format():
    assert names_in(body(Output.JSON_OBJECT, seed=0, top_p=1)) == {"seed", "top_p", "response_format"}
