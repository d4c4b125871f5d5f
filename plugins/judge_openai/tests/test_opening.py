"""Profiles that are nothing for these servers, beside those that no server takes."""

import pytest

from checkwright_contract.roles.judge.under_test import JudgeUnderTest
from checkwright_judge_openai import OPENAI
from checkwright_judging.secret import Secret


@pytest.fixture
def opened():
    tried = JudgeUnderTest(OPENAI)

    def open_judge(key="sk-key", **fields):
        return tried.service.open(tried.profile("http://127.0.0.1:9", **fields), Secret(key))

    return open_judge


@pytest.mark.parametrize("name", ["messages", "model", "response_format", "stream", "stream_options"])
def test_a_parameter_that_comes_from_elsewhere_is_refused(opened, name):
    with pytest.raises(ValueError, match=f"^parameters: '{name}' cannot be set here$"):
        opened(parameters={name: None})


@pytest.mark.parametrize("key", ["", "two words", "sk-line\n", "sk-ü", "sk-\x7f"])
def test_a_key_that_no_header_can_hold_is_refused_and_not_shown(opened, key):
    with pytest.raises(ValueError, match=r"^api_key: ") as caught:
        opened(key)
    assert not key or key.strip() not in str(caught.value)


def test_an_endpoint_that_is_too_long_to_be_asked_is_refused(opened):
    with pytest.raises(ValueError, match=r"^endpoint: no address: "):
        opened(endpoint=f"https://h/{'x' * 70_000}")
