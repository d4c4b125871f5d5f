"""What is sent and how much is read, whatever the environment and the server do."""

import socket
import threading

import pytest

from checkwright_contract.roles.judge.bodies import completion
from checkwright_contract.roles.judge.server import Answer, ScriptedServer
from checkwright_contract.roles.judge.under_test import KEY, JudgeUnderTest, request
from checkwright_judge_openai import AZURE_OPENAI, OPENAI
from checkwright_judge_openai.network import Deadline
from checkwright_judge_openai.transport import MOST_BYTES
from checkwright_judging.judge import FaultKind, JudgeFault

TRIED = JudgeUnderTest(OPENAI)


@pytest.mark.parametrize("provider", [OPENAI, AZURE_OPENAI])
def test_no_variable_of_the_environment_changes_what_is_sent(monkeypatch, provider):
    def sent():
        with ScriptedServer(completion()) as server, JudgeUnderTest(provider).judge(server) as judge:
            judge.ask(request())
        seen = server.seen[0]
        headers = [pair for pair in seen.headers if pair[0] != "Host"]
        return seen.method, seen.path, headers, seen.body

    before = sent()
    for name, value in {
        "OPENAI_API_KEY": "sk-other",
        "OPENAI_ADMIN_KEY": "sk-other",
        "AZURE_OPENAI_API_KEY": "sk-other",
        "AZURE_OPENAI_AD_TOKEN": "other",
        "OPENAI_ORG_ID": "other",
        "OPENAI_PROJECT_ID": "other",
        "OPENAI_BASE_URL": "https://other.invalid",
        "OPENAI_API_VERSION": "other",
        "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer other\nHost: other.invalid\nX-Other: other",
    }.items():
        monkeypatch.setenv(name, value)
    assert sent() == before


def test_the_headers_are_few_and_say_nothing_of_the_machine():
    with ScriptedServer(completion()) as server, TRIED.judge(server) as judge:
        judge.ask(request())
    headers = dict(server.seen[0].headers)
    length = headers.pop("Content-Length")
    assert length == str(len(server.seen[0].body))
    assert headers == {
        "Host": f"127.0.0.1:{server.port}",
        "User-Agent": "checkwright-judge-openai",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Content-Type": "application/json",
        "Authorization": f"Bearer {KEY}",
    }


def test_a_body_without_end_is_cut_and_is_no_completion():
    fault = TRIED.fault("a long body", Answer(body=b'"' + b"x" * (MOST_BYTES + 1)))
    assert fault.kind is FaultKind.NOT_A_COMPLETION
    assert "longer than 16 MiB" in fault.message


def test_a_long_error_is_the_fault_of_its_status():
    fault = TRIED.fault("a long error", Answer(503, b"x" * (MOST_BYTES + 1)))
    assert fault.kind is FaultKind.SERVER


def test_a_compressed_body_that_nobody_asked_for_is_not_unpacked():
    answer = Answer(body=b"\x1f\x8b", headers=(("Content-Encoding", "gzip"),))
    fault = TRIED.fault("a compressed body", answer)
    assert fault.kind is FaultKind.NOT_A_COMPLETION
    assert "compressed ('gzip')" in fault.message


def test_a_request_that_is_no_json_is_rejected_and_not_sent():
    with ScriptedServer(completion()) as server, TRIED.judge(server) as judge:
        for ask in (
            request("\ud800"),
            request(parameters={"seed": float("nan")}),
            request(parameters={"a": {1}}),
        ):
            with pytest.raises(JudgeFault, match="the request cannot be made: ") as caught:
                judge.ask(ask)
            assert caught.value.kind is FaultKind.REJECTED
    assert not server.seen


def test_connections_are_used_again():
    threads = set()

    def answer(seen):
        threads.add(threading.get_ident())
        return completion()

    with ScriptedServer(answer) as server, TRIED.judge(server) as judge:
        for _ in range(3):
            judge.ask(request())
    assert len(server.seen) == 3
    assert len(threads) == 1


def test_a_server_that_reads_nothing_is_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        address = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        with TRIED.judge(address, timeout=0.2) as judge, pytest.raises(JudgeFault) as caught:
            judge.ask(request("x" * 30_000_000))
    assert caught.value.kind is FaultKind.TIMEOUT


def test_a_deadline_is_of_one_thread():
    deadline, left = Deadline(), []
    with deadline.within(5):
        thread = threading.Thread(target=lambda: left.append(deadline.left(TimeoutError)))
        thread.start()
        thread.join()
        assert 0 < deadline.left(TimeoutError) <= 5
    assert left == [None]
    assert deadline.left(TimeoutError) is None


def test_a_deadline_that_is_over_is_a_timeout():
    deadline = Deadline()
    with deadline.within(0), pytest.raises(TimeoutError, match="the time is up"):
        deadline.left(TimeoutError)
