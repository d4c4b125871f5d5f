"""What a response that is no success means, beside what the contract holds of it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_contract.clean_line import line_problem
from checkwright_judge_openai.faults import fault_of
from checkwright_judge_openai.received import Received
from checkwright_judge_openai.redaction import Redaction
from checkwright_judging.judge import FaultKind, JudgeFault

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["error", "message", "code", "type", "param", "innererror", "detail", "loc", "msg"]
            ),
            inner,
            max_size=4,
        )
    ),
)


def fault(status, body, headers=None):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return fault_of(Received(status, headers or {}, data), {"seed"}, Redaction(None), lambda: 0.0)


@given(st.integers(300, 599), JSON | st.binary())
def test_every_response_is_a_fault_with_one_clean_line(status, body):
    found = fault(status, body)
    assert isinstance(found, JudgeFault)
    assert line_problem(found.message) is None


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "the words"}},
        {"error": "the words"},
        {"message": "the words"},
        {"detail": "the words"},
        {"detail": [{"loc": ["body"], "msg": "the words", "type": "missing"}]},
        [{"error": {"message": "the words"}}],
        b"the words",
    ],
)
def test_the_words_of_an_error_are_found_in_the_shapes_that_servers_have(body):
    assert fault(422, body).message == "HTTP 422: the words"


def test_a_long_page_is_cut():
    assert len(fault(500, b"<p>" * 100_000).message) < 250


def test_a_filter_of_azure_is_known_by_its_inner_code():
    error = {"code": None, "message": "filtered", "innererror": {"code": "ResponsibleAIPolicyViolation"}}
    assert fault(400, {"error": error}).kind is FaultKind.CONTENT_FILTER


def test_a_redirect_names_the_host_and_nothing_else_of_the_address():
    found = fault(302, b"", {"location": "https://user:word@login.example/secret?x=1"})
    assert "'login.example'" in found.message
    assert "word" not in found.message
    assert "secret" not in found.message
