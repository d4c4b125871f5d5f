"""The laws of judges, tested: each holds of a judge that keeps it, and sees one that does not."""

import http.client
import threading

import pytest
from broken_judges import BROKEN
from plain_judge import provider_of

from checkwright_contract.breach import Breach
from checkwright_contract.provider_proof import ProviderProof
from checkwright_contract.roles.judge.bodies import completion
from checkwright_contract.roles.judge.server import Answer, How, ScriptedServer
from checkwright_contract.roles.judge.table import LAWS

LAW = {law.name: law for law in LAWS}
PLAIN = ProviderProof(provider_of())
IDS = [f"{law}-{fault.replace(' ', '_')}" for law, fault, _ in BROKEN]


def test_every_law_has_a_judge_that_breaks_it():
    """No law goes untested."""
    assert set(LAW) == {law for law, _, _ in BROKEN}


@pytest.mark.parametrize("law", LAW)
def test_a_law_holds_of_a_judge_that_keeps_it(law):
    """A judge of the standard library, for no server that anybody knows, keeps every law."""
    assert PLAIN.of(LAW[law]) is None


@pytest.mark.parametrize(("law", "judge"), [(law, judge) for law, _, judge in BROKEN], ids=IDS)
def test_a_law_sees_the_judge_that_breaks_it(law, judge):
    """A judge that differs in one method breaks the law that it is for."""
    result = ProviderProof(judge).of(LAW[law])
    assert isinstance(result, Breach), result
    assert not result.message.startswith("raised"), result


def test_every_law_says_itself_in_one_line():
    """The docstring of a law is the law."""
    assert all(law.says.endswith(".") for law in LAWS)
    assert len(LAW) == len(LAWS)


def post(server, path="/v1", body=b"{}"):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request("POST", path, body, {"X-Told": "one"})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def test_a_scripted_server_keeps_what_it_saw():
    """Method, path, headers and body of a request are kept."""
    with ScriptedServer(completion()) as server:
        assert post(server, "/v1/x?y=1", b'{"a": 1}')[0] == 200
    (seen,) = server.seen
    assert (seen.method, seen.path, seen.json()) == ("POST", "/v1/x?y=1", {"a": 1})
    assert ("X-Told", "one") in seen.headers


@pytest.mark.parametrize("how", [How.SLOW, How.SLOW_BODY])
def test_a_slow_answer_comes_whole_to_who_waits(how):
    """An answer that trickles is a good one in the end, so that only a timeout makes a fault of it."""
    with ScriptedServer(Answer(body=b"0123456789", how=how)) as server:
        assert post(server) == (200, b"0123456789")


def test_a_server_that_ends_leaves_no_thread():
    """What it began is over, also where an answer never came."""
    before, came = set(threading.enumerate()), threading.Event()

    def silent(seen):
        came.set()
        return Answer(how=How.SILENT)

    with ScriptedServer(silent) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
        connection.request("POST", "/", b"{}")
        assert came.wait(10)
        assert not server.is_left(0)
    connection.close()
    assert not set(threading.enumerate()) - before
