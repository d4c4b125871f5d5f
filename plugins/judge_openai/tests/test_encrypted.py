"""Encrypted connections: which certificates are trusted, and that time is bounded there, too."""

import shutil
import socket
import ssl
import subprocess

import pytest

from checkwright_contract.roles.judge.bodies import completion
from checkwright_contract.roles.judge.server import Answer, How, ScriptedServer
from checkwright_contract.roles.judge.under_test import KEY, JudgeUnderTest, request
from checkwright_judge_openai import OPENAI
from checkwright_judging.judge import FaultKind, JudgeFault

TRIED = JudgeUnderTest(OPENAI)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for 127.0.0.1, by openssl; without it the test is skipped."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl here")
    folder = tmp_path_factory.mktemp("certificate")
    command = f"{openssl} req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run([*command.split(), *names, *files], check=True, capture_output=True)
    return folder


@pytest.fixture
def encrypted(certificate):
    """Make a server that answers over TLS; its address is https."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    return lambda answer: ScriptedServer(answer, context)


def ask(server, **fields):
    with TRIED.judge(server, **fields) as judge:
        return judge.ask(request())


def test_a_certificate_that_the_profile_trusts_is_trusted(encrypted, certificate):
    with encrypted(completion("{}")) as server:
        assert ask(server, ca_file=str(certificate / "cert.pem")).text == "{}"


def test_a_certificate_that_nobody_vouches_for_is_not_trusted_and_nothing_is_sent(encrypted):
    with encrypted(completion("{}")) as server:
        with pytest.raises(JudgeFault, match="certificate") as caught:
            ask(server)
        assert caught.value.kind is FaultKind.UNREACHABLE
        assert not server.seen


@pytest.mark.parametrize("how", [How.SILENT, How.SLOW, How.SLOW_BODY])
def test_the_timeout_is_for_the_whole_request_over_tls_too(encrypted, certificate, how):
    with encrypted(Answer(body=completion().body, how=how)) as server:
        with pytest.raises(JudgeFault) as caught:
            ask(server, ca_file=str(certificate / "cert.pem"), timeout=0.3)
        assert caught.value.kind is FaultKind.TIMEOUT


def test_a_handshake_that_nobody_answers_is_a_timeout():
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(JudgeFault) as caught:
        ask(f"https://127.0.0.1:{silent.getsockname()[1]}", timeout=0.2)
    assert caught.value.kind is FaultKind.TIMEOUT


def test_a_proxy_is_asked_for_a_tunnel_and_gets_no_key():
    with ScriptedServer(Answer(403)) as proxy:
        with pytest.raises(JudgeFault, match="no connection: 403") as caught:
            ask("https://judge.invalid", proxy=proxy.address)
        assert caught.value.kind is FaultKind.UNREACHABLE
    (seen,) = proxy.seen
    assert (seen.method, seen.path) == ("CONNECT", "judge.invalid:443")
    assert KEY not in str(seen)
