"""Where requests go: addresses of profiles, and the paths below them."""

import pytest

from checkwright_contract.roles.judge.bodies import completion
from checkwright_contract.roles.judge.server import ScriptedServer
from checkwright_contract.roles.judge.under_test import KEY, JudgeUnderTest, request
from checkwright_judge_openai import AZURE_OPENAI, OPENAI
from checkwright_judge_openai.endpoint import azure_root, checked_proxy, openai_base

DATED = "2024-10-21"


def sent(provider, path, ask=None, **fields):
    """Return the one request that comes for a profile with this path in its endpoint."""
    tried = JudgeUnderTest(provider)
    with ScriptedServer(completion()) as server:
        fields["endpoint"] = server.address + path
        with tried.judge(server, **fields) as judge:
            judge.ask(ask or request())
    (seen,) = server.seen
    return seen


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/api/openai/v1"])
def test_openai_asks_below_the_path_of_the_endpoint(path):
    assert sent(OPENAI, path).path == path.rstrip("/") + "/chat/completions"


@pytest.mark.parametrize("path", ["", "/", "/openai", "/openai/", "/openai/v1", "/openai/v1/"])
def test_azure_without_a_version_asks_the_undated_api(path):
    assert sent(AZURE_OPENAI, path).path == "/openai/v1/chat/completions"


@pytest.mark.parametrize("path", ["", "/", "/openai", "/openai/"])
def test_azure_with_a_version_asks_the_deployment(path):
    seen = sent(AZURE_OPENAI, path, api_version=DATED)
    assert seen.path == f"/openai/deployments/asked-model/chat/completions?api-version={DATED}"


def test_the_name_of_a_deployment_cannot_leave_its_place_in_the_path():
    seen = sent(AZURE_OPENAI, "", request(model="a/b?c#d e"), api_version=DATED)
    assert seen.path == f"/openai/deployments/a%2Fb%3Fc%23d%20e/chat/completions?api-version={DATED}"


@pytest.mark.parametrize(
    ("provider", "fields", "header", "value"),
    [
        (OPENAI, {}, "Authorization", f"Bearer {KEY}"),
        (AZURE_OPENAI, {}, "api-key", KEY),
        (AZURE_OPENAI, {"api_version": DATED}, "api-key", KEY),
    ],
)
def test_the_key_stands_in_the_header_of_the_server(provider, fields, header, value):
    assert dict(sent(provider, "", **fields).headers)[header] == value


@pytest.mark.parametrize(
    ("locate", "endpoint", "version", "said"),
    [
        (openai_base, "https://h/v1", DATED, "^api_version: openai has no dated versions"),
        (openai_base, "https://h/v1/chat/completions", None, "^endpoint: leave out `/chat/completions`"),
        (azure_root, "https://h/openai/deployments/d", DATED, "^endpoint: leave out `/openai/deployments"),
        (azure_root, "https://h/openai/v1", DATED, "^api_version: .* is of the API without dates"),
        (
            azure_root,
            "https://h/openai/v1/chat/completions/",
            None,
            "^endpoint: leave out `/chat/completions`",
        ),
    ],
)
def test_an_endpoint_that_cannot_be_meant_is_refused_by_the_field_s_name(locate, endpoint, version, said):
    with pytest.raises(ValueError, match=said):
        locate(endpoint, version)


@pytest.mark.parametrize("proxy", ["socks5://h:1", "ftp://h:1", "h:1"])
def test_a_proxy_that_cannot_be_asked_is_refused(proxy):
    with pytest.raises(ValueError, match=r"^proxy: expected http://HOST:PORT"):
        checked_proxy(proxy)
