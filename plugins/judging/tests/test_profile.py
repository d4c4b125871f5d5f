"""Profiles: which addresses they take, and that their JSON Schema takes the same documents."""

import json

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from checkwright_judging.judge import Output
from checkwright_judging.profiles.profile import JudgesDocument, KeyRef, Profile, ProfileLimits, is_loopback

SOUND = {"provider": "openai", "endpoint": "https://judge.example/v1", "api_key": "none"}
SCHEMA = jsonschema_rs.validator_for(JudgesDocument.model_json_schema())


def document(**fields):
    return {"profiles": {"local": {**SOUND, **fields}}}


def taken(data):
    """Tell whether the model takes a document, and hold its JSON Schema to the same answer."""
    data = json.loads(json.dumps(data))
    try:
        JudgesDocument.model_validate(data)
    except ValidationError:
        answer = False
    else:
        answer = True
    assert SCHEMA.is_valid(data) == answer, data
    return answer


def refusal(**fields):
    with pytest.raises(ValidationError) as caught:
        Profile.model_validate({**SOUND, **fields})
    (error,) = caught.value.errors(include_input=False)
    return error["msg"]


def test_what_a_profile_leaves_out_has_defaults():
    profile = Profile.model_validate(SOUND)
    assert (profile.output, profile.timeout, profile.attempts) == (Output.JSON_OBJECT, 30.0, 4)
    assert profile.limits == ProfileLimits()
    assert profile.limits.concurrent is None
    assert (profile.deployment, profile.prices, profile.proxy, profile.parameters) == (
        None,
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://judge.example",
        "https://judge.example:8443/v1/",
        "HTTPS://JUDGE.example",
        "https://10.0.0.7/v1",
        "https://[2001:db8::1]:8443/v1",
        "https://judge.example/v1/a@b",
        "https://xn--jdge-0ra.example/v1",
        "http://127.0.0.1:8000/v1",
        "http://127.255.0.9",
        "http://[::1]",
        "http://[::1]:8000/v1",
        "http://[0:0:0:0:0:0:0:1]/v1",
        "http://localhost:8000/v1",
        "http://LocalHost",
    ],
)
def test_https_and_http_on_this_machine_are_taken(endpoint):
    assert Profile.model_validate({**SOUND, "endpoint": endpoint}).endpoint == endpoint


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://judge.example/v1",
        "http://localhost.evil.com",
        "http://127.0.0.1.evil.com/",
        "http://evil.com/127.0.0.1",
        "http://0.0.0.0:8000",
        "http://10.0.0.7",
        "http://[::]:8000",
        "http://[2001:db8::1]",
        # What some programs take for the loopback and others for a name.
        "http://127.1",
        "http://2130706433",
        "http://0x7f.0.0.1",
        "http://0177.0.0.1",
        "ftp://127.0.0.1",
        "file://localhost/etc/hosts",
        "ws://127.0.0.1",
    ],
)
def test_anything_else_is_no_endpoint(endpoint):
    assert "expected an https address, or http on this machine" in refusal(endpoint=endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        # One reads the brackets and passes over the rest, another connects to the rest.
        "http://[::1].evil.com/",
        "http://[::1]evil.com:80",
        "http://[::1%25eth0]/",
        "https://[::1",
        "https://::1/",
        # A backslash ends the host for some, and is a part of it for others.
        "http://localhost\\.evil.com",
        "https://judge.example\\v1",
        "http://localhost%2eevil.com",
        "http://localhost;evil.com",
        "https://judge.example:",
        "https://judge.example:x",
        "https://judge.example:65536",
        "https://judge.example:80:90",
        "https://",
        "https:///v1",
        "https://.",
        "https://:8000",
        "https:judge.example",
        "judge.example/v1",
        "//judge.example/v1",
        "localhost:8000",
    ],
)
def test_what_two_programs_may_read_differently_is_no_address(endpoint):
    assert "expected an address, such as" in refusal(endpoint=endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1@evil.com",
        "http://localhost:8000@evil.com/",
        "http://localhost\\@evil.com",
        "https://user:hunter2@judge.example/v1",
        "https://hunter2@judge.example",
        "https://@judge.example",
    ],
)
@pytest.mark.parametrize("field", ["endpoint", "proxy"])
def test_a_user_or_a_password_in_an_address_is_refused_and_not_shown(field, endpoint):
    said = refusal(**{field: endpoint})
    assert "a user or a password does not belong in an address" in said
    assert "hunter2" not in said


@pytest.mark.parametrize("behind", ["?api_key=hunter2", "/v1?key=hunter2", "#hunter2", "/v1#@evil.com"])
@pytest.mark.parametrize("field", ["endpoint", "proxy"])
def test_a_query_or_a_fragment_in_an_address_is_refused_and_not_shown(field, behind):
    said = refusal(**{field: f"https://judge.example{behind}"})
    assert "a query or a fragment does not belong in an address" in said
    assert "hunter2" not in said


@pytest.mark.parametrize(
    "endpoint", ["https://jüdge.example", "https://judge\u3002example", "https://a b", "https://a\tb", ""]
)
def test_an_address_is_visible_ascii(endpoint):
    assert not taken(document(endpoint=endpoint))


def test_a_proxy_may_be_on_another_machine_in_the_clear():
    assert Profile.model_validate({**SOUND, "proxy": "http://proxy.example:3128"}).proxy


@given(st.from_regex(r"\A[!-~]{0,30}\Z"), st.sampled_from(["http://", "HTTP://", "http:", ""]))
def test_http_leads_nowhere_but_to_this_machine_whatever_follows(rest, scheme):
    try:
        Profile.model_validate({**SOUND, "endpoint": scheme + rest})
    except ValidationError:
        return
    assert scheme.lower() != "" or rest.lower().startswith(("http://", "https://"))
    if (scheme + rest).lower().startswith("http://"):
        host = (scheme + rest)[7:].partition("/")[0]
        assert is_loopback(host.rpartition(":")[0].strip("[]") or host) or is_loopback(host.strip("[]"))


@pytest.mark.parametrize(
    ("host", "answer"),
    [
        ("localhost", True),
        ("LOCALHOST", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("0.0.0.0", False),
        ("localhost.evil.com", False),
        ("notlocalhost", False),
        ("128.0.0.1", False),
        ("", False),
        (None, False),
    ],
)
def test_this_machine_is_known_by_its_addresses_alone(host, answer):
    assert is_loopback(host) is answer


@pytest.mark.parametrize(
    "ref",
    [{"env": "JUDGE_KEY"}, {"file": "keys/judge"}, {"keyring": {"service": "judges", "user": "me"}}],
)
def test_a_key_is_named_by_one_reference(ref):
    assert taken(document(api_key=ref))
    assert KeyRef.model_validate(ref).model_dump(exclude_none=True) == ref


@pytest.mark.parametrize(
    "ref",
    [
        {},
        {"env": "A", "file": "b"},
        {"env": "A", "keyring": {"service": "s", "user": "u"}},
        {"env": None},
        {"env": "A", "file": None},
        {"env": "1A"},
        {"env": "A-B"},
        {"env": "A\n"},
        {"env": ""},
        {"file": " "},
        {"keyring": {"service": "s"}},
        {"keyring": {"service": "s", "user": ""}},
        {"keyring": {"service": "s", "user": "u", "password": "p"}},
        {"vault": "x"},
        "None",
        "",
        None,
        True,
        ["env"],
    ],
)
def test_anything_else_is_no_reference_to_a_key(ref):
    assert not taken(document(api_key=ref))


@pytest.mark.parametrize("field", ["provider", "endpoint", "api_key"])
def test_a_profile_says_who_speaks_to_what_by_which_key(field):
    data = document()
    del data["profiles"]["local"][field]
    assert not taken(data)


@pytest.mark.parametrize("name", ["judge-small", "azure_eu", "gpt-4.1", "A", "0", "x" * 64])
def test_names_of_profiles_are_plain(name):
    assert taken({"profiles": {name: SOUND}})


@pytest.mark.parametrize("name", ["", " ", "a b", "-a", "a\n", "a/b", "ü", "x" * 65])
def test_other_names_of_profiles_are_refused(name):
    assert not taken({"profiles": {name: SOUND}})


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("provider", ["openai", "a1_b"], ["OpenAI", "open-ai", "", "x" * 65]),
        ("deployment", ["gpt-4.1"], ["", " ", 4]),
        ("api_version", ["2024-10-21"], ["", "a b", "2024\n"]),
        ("output", ["text", "json_schema"], ["json", "", None]),
        ("timeout", [0.5, 600, 30], [0, -1, 600.5, "30", True]),
        ("attempts", [1, 20, 4.0], [0, 21, 1.5, "4"]),
        (
            "limits",
            [{}, {"concurrent": 1}, {"requests_per_minute": 10**9}],
            [{"concurrent": 0}, {"rpm": 1}, []],
        ),
        ("parameters", [{}, {"seed": None}, {"a": {"b": [1]}}], [[], "x", None]),
        ("ca_file", ["ca.pem"], ["", " "]),
        ("prices", [{"input": 0, "output": 0.5}], [{"input": 1}, {"input": -1, "output": 1}, {}]),
    ],
)
def test_each_field_has_its_values(field, good, bad):
    assert [value for value in good if not taken(document(**{field: value}))] == []
    assert [value for value in bad if taken(document(**{field: value}))] == []


FIELDS = sorted({*Profile.model_fields} - {"endpoint", "proxy"})
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 700),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(["none", "text", "openai"]),
    st.dictionaries(
        st.sampled_from(["env", "file", "keyring", "concurrent", "input", "output", "x"]),
        st.one_of(st.none(), st.integers(-1, 3), st.sampled_from(["A", " ", ""])),
        max_size=2,
    ),
)


@given(st.dictionaries(st.sampled_from([*FIELDS, "other"]), VALUES, max_size=3))
def test_the_schema_and_the_model_agree_on_any_value_of_a_field(fields):
    taken(document(**fields))


@given(
    st.dictionaries(
        st.sampled_from(["profiles", "assignments", "default_model", "other"]),
        st.one_of(VALUES, st.just({"local": SOUND}), st.just({"default": "local"})),
    )
)
def test_the_schema_and_the_model_agree_on_any_document(data):
    taken(data)


def test_the_schema_names_no_default_that_it_refuses():
    """An editor fills in what stands there; null, which pydantic writes for absence, the core leaves out."""
    properties = JudgesDocument.model_json_schema()["$defs"]["Profile"]["properties"]
    for field, about in properties.items():
        assert about.get("default") is None or taken(document(**{field: about["default"]})), field
