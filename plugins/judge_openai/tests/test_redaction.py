"""The key is taken out of every text, in whatever form it stands there."""

import html
import json
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_judge_openai.redaction import Redaction
from checkwright_judging.secret import Secret

KEYS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=8, max_size=60)
FORMS = [
    str,
    str.upper,
    str.lower,
    repr,
    json.dumps,
    html.escape,
    lambda key: quote(key, safe=""),
    lambda key: quote(key, safe="").lower(),
    lambda key: json.dumps(key).replace("/", "\\/"),
    lambda key: f"Bearer {key}.",
]


@given(KEYS, st.sampled_from(FORMS), st.text(), st.text())
def test_no_form_of_a_key_is_left_in_a_text(key, form, before, after):
    written = form(key)
    for redacted in (Redaction(Secret(key)), Redaction(Secret(key)).of_reply):
        left = redacted(f"{before}{written}{after}")
        assert "[key]" in left
        assert key.lower() not in left.replace("[key]", "").lower() or key.lower() in (before + after).lower()


@given(KEYS, st.text())
def test_a_text_without_the_key_is_left_as_it_is(key, text):
    if key.lower() not in text.lower() and "***" not in text:
        redaction = Redaction(Secret(f"{key}-and-more-that-no-text-has"))
        assert redaction(text) == redaction.of_reply(text) == text


def test_a_key_whose_middle_is_masked_is_taken_out_of_errors():
    redaction = Redaction(Secret("sk-proj-0123456789"))
    told = "Incorrect API key provided: sk-pr***********6789. You can find it elsewhere."
    assert redaction(told) == "Incorrect API key provided: [key] You can find it elsewhere."


def test_stars_in_a_reply_are_left_as_they_are():
    text = '{"reason": "***good***"}'
    assert Redaction(Secret("sk-proj-0123456789")).of_reply(text) == text


@pytest.mark.parametrize("key", ["1", "x", "ollama"])
def test_a_key_too_short_to_be_one_tears_no_reply_apart_and_is_in_no_error(key):
    redaction = Redaction(Secret(key))
    text = '{"score": 1, "reason": "the ollama fox"}'
    assert redaction.of_reply(text) == text
    assert redaction(f"no: {key}") == "no: [key]"


@pytest.mark.parametrize("text", ["x" * 1_000_000, "x." * 500_000, "**" * 500_000, "x**" * 300_000])
def test_a_long_text_is_gone_through_once(text):
    assert len(Redaction(Secret("sk-proj-0123456789"))(text)) <= len(text)


def test_without_a_key_texts_are_left_as_they_are():
    assert Redaction(None)("Bearer token") == "Bearer token"


def test_the_key_is_in_no_repr():
    assert repr(Redaction(Secret("sk-proj-0123456789"))) == "Redaction(...)"
