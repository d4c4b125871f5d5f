"""What a response that is a success says, beside what the contract holds of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judge_openai.received import Received
from checkwright_judge_openai.redaction import Redaction
from checkwright_judge_openai.replies import reply_of
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["message", "content", "refusal", "prompt_tokens"]), inner)
    ),
)


def read(body, headers=None, **fields):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return reply_of(Received(200, headers or {}, data, **fields), Redaction(None), 1.0)


def of_message(message, finish_reason="stop"):
    return {"choices": [{"message": message, "finish_reason": finish_reason}]}


@given(
    st.fixed_dictionaries(
        {
            "choices": st.lists(
                st.fixed_dictionaries({"message": JSON | st.fixed_dictionaries({"content": JSON})})
            )
        },
        optional={"usage": JSON, "model": JSON, "error": JSON},
    )
    | JSON
    | st.binary()
)
def test_every_body_is_a_reply_or_a_fault(body):
    assert isinstance(read(body), JudgeReply | JudgeFault)


@pytest.mark.parametrize(
    "message", [{"content": None}, {}, {"content": None, "refusal": None}, {"content": ""}]
)
def test_a_message_without_content_is_an_empty_reply(message):
    reply = read(of_message(message, "length"))
    assert (reply.text, reply.finish_reason) == ("", "length")


def test_a_filter_that_answers_with_200_and_an_error_is_one():
    body = {"error": {"code": "content_filter", "message": "filtered"}}
    assert read(body).kind is FaultKind.CONTENT_FILTER


@pytest.mark.parametrize("name", ["x-request-id", "apim-request-id"])
def test_the_request_is_named_as_the_server_names_it(name):
    assert read(of_message({"content": "{}"}), {name: "req-1"}).request_id == "req-1"


def test_a_byte_order_mark_before_the_body_is_passed_over():
    assert read(b"\xef\xbb\xbf" + json.dumps(of_message({"content": "{}"})).encode()).text == "{}"


def test_numbers_of_absurd_length_are_no_completion():
    assert read(b'{"choices": ' + b"9" * 10_000 + b"}").kind is FaultKind.NOT_A_COMPLETION
