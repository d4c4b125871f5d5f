"""Keys in files of profiles: refused wherever they stand, and shown nowhere."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright import InvalidDocument
from checkwright_judging.profiles.literal_keys import looks_like_key
from checkwright_judging.profiles.profiles_file import parse_profiles

SOUND = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": "none"}
#: Of several services: all of them as they look, none of them one.
KEYS = [
    "sk-canary-0123456789",
    "sk-proj-AbCd_EfGh-1234567890abcdefABCDEF",
    "0123456789abcdef0123456789abcdef",
    "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6",
    "1TqvPYZ3nCgC0zXHB7mB6rdWq5yDa9bVtN2kLx8JrUe4SgFhKQlW7JQQJ99BAACYeBjFXJ3w3AAABACOG1234",
    "550e8400-e29b-41d4-a716-446655440000",
    "gsk_8fGh2kLmN4pQrS6tUvW8xYz",
]
#: A canary that no rule on how keys look can know.
PASSWORD = "hunter two"


def problems(text):
    with pytest.raises(InvalidDocument) as caught:
        parse_profiles(text, source="judges.yaml")
    return caught.value.problems


def said(**fields):
    return problems(json.dumps({"profiles": {"local": {**SOUND, **fields}}}))


def shown(found):
    return "\n".join(f"{problem} {problem.hint} {problem!r}" for problem in found)


@pytest.mark.parametrize(
    "place",
    [
        lambda key: key,
        lambda key: [key],
        lambda key: {"env": key},
        lambda key: {"file": key},
        lambda key: {"keyring": key},
        lambda key: {key: None},
        lambda key: {"env": "JUDGE_KEY", key: ""},
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_a_key_in_the_place_of_a_reference_is_refused_and_not_shown(place, key):
    found = said(api_key=place(key))
    assert {problem.message.partition(": ")[2] for problem in found} <= {
        "a key does not belong in a file",
        "this is no name of an environment variable",
    }
    assert all(problem.hint and "{env: NAME}" in problem.hint for problem in found)
    assert key not in shown(found)


@pytest.mark.parametrize("value", [PASSWORD, 12345678, True, [PASSWORD], {"keyring": PASSWORD}])
def test_what_stands_for_a_key_is_not_shown_however_it_looks(value):
    found = said(api_key=value)
    assert "a key does not belong in a file" in found[0].message
    assert PASSWORD not in shown(found)
    assert "12345678" not in shown(found)


@pytest.mark.parametrize("value", [PASSWORD, 12345678, ""])
def test_what_is_no_name_of_a_variable_is_not_shown(value):
    (problem,) = said(api_key={"env": value})
    assert problem.message == "profiles.local.api_key.env: this is no name of an environment variable"


@pytest.mark.parametrize("field", ["key", "api-key", "apiKey", "token", "password", "Authorization"])
def test_an_unknown_field_is_named_and_its_value_is_not_shown(field):
    found = said(**{field: PASSWORD})
    assert "unknown field" in found[0].message
    assert PASSWORD not in shown(found)


@pytest.mark.parametrize(
    "name", ["api_key", "apikey", "Authorization", "X-Api-Key", "access_token", "password"]
)
def test_a_key_among_the_parameters_is_refused_and_not_shown(name):
    """They are sent in the body of a request, and that is no place for one either."""
    found = said(parameters={"extra": [{name: PASSWORD}]})
    (problem,) = found
    assert problem.message.endswith(": a key does not belong in a file")
    assert problem.path == f"/profiles/local/parameters/extra/0/{name}"
    assert PASSWORD not in shown(found)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("field", ["output", "timeout", "limits", "prices", "proxy", "attempts"])
def test_a_key_in_any_other_field_is_taken_out_of_what_is_said(field, key):
    found = said(**{field: key})
    assert key not in shown(found)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "text",
    [
        "profiles: KEY",
        "profiles: {local: KEY}",
        "KEY",
        "KEY: 1",
        "profiles: {KEY: 1}",
        "profiles: {}\nassignments: {default: KEY}",
        "profiles: {}\nassignments: {KEY: local}",
        "profiles: {local: {api_key: *KEY}}",
        "profiles: {local: {api_key: !KEY x}}",
        "profiles: {local: {api_key: KEY: x}}",
        "profiles:\n  local:\n    api_key: none\n    KEY\n",
        "profiles: {local: {api_key: {env: KEY",
        "profiles: {local: {api_key: 'KEY}}",
        '{"profiles": {"local": {"api_key": "KEY"',
        "profiles: {local: {KEY: 1, KEY: 2}}",
    ],
)
def test_a_key_in_a_file_that_is_no_file_of_profiles_is_not_shown(text, key):
    assert key not in shown(problems(text.replace("KEY", key)))


@given(st.sampled_from(KEYS), st.integers(0, 60))
def test_a_key_that_is_cut_where_it_is_shown_is_not_shown_either(key, before):
    found = said(provider="x" * before + " " + key * 3)
    assert key[:12] not in shown(found)


@pytest.mark.parametrize(
    "text",
    [
        "gpt-4o-mini-2024-07-18",
        "claude-3-5-sonnet-20241022",
        "custom_rubric_llm_judge",
        "AZURE_OPENAI_API_KEY_2",
        "json_schema",
        "Meta-Llama-3-70B-Instruct",
        "/run/secrets/judge",
        "2024-10-21-preview",
        "task-force-one",
        "",
    ],
)
def test_names_do_not_look_like_keys(text):
    assert not looks_like_key(text)


@pytest.mark.parametrize("key", KEYS)
def test_keys_do(key):
    assert looks_like_key(key)


def test_beside_a_key_nothing_else_is_said():
    """Another problem might show it."""
    (problem,) = said(api_key="hunter2", timeout="hunter2")
    assert (problem.line, problem.path) == (1, "/profiles/local/api_key")


def test_every_key_of_a_file_is_named():
    profiles = {name: {**SOUND, "api_key": KEYS[0]} for name in ("a", "b")}
    found = problems(json.dumps({"profiles": profiles}))
    assert [problem.path for problem in found] == ["/profiles/a/api_key", "/profiles/b/api_key"]


def test_a_key_that_was_left_empty_is_named_in_words():
    (problem,) = problems("profiles:\n  local:\n    provider: openai\n    api_key:\n")
    assert (
        problem.message == "profiles.local.api_key: there is nothing behind it (null); without a key say none"
    )
