"""A judge under test: asks a scripted server by profiles that lead to it.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from checkwright import Provider
from checkwright.wording import shown
from checkwright_judging.judge import (
    FaultKind,
    Judge,
    JudgeFault,
    JudgeReply,
    JudgeRequest,
    JudgeService,
    Message,
    Output,
)
from checkwright_judging.profiles.profile import Profile
from checkwright_judging.secret import Secret

from ...clean_line import line_problem
from .server import Answer, ScriptedServer, Seen

__all__ = ["KEY", "PARAMETERS", "JudgeUnderTest", "check_fault", "fault_of", "request"]

#: Has what addresses, JSON and HTML write otherwise.
KEY = "sk-contract/of+judges&0123456789"
PARAMETERS: Mapping[str, Any] = {"temperature": 0, "seed": 0, "max_completion_tokens": 1024}
#: Seconds for a request, where a law is not about them.
_PATIENCE = 10.0


def request(*texts: str, **fields: Any) -> JudgeRequest:
    """Return an ask with one message of a user, or these; fields in place of the usual ones."""
    messages = tuple(Message("user", text) for text in texts or ("Is this JSON?",))
    usual = {"messages": messages, "model": "asked-model", "parameters": PARAMETERS}
    return JudgeRequest(**{**usual, "output": Output.JSON_OBJECT, **fields})


class JudgeUnderTest:
    """One provider, with the service that it opened."""

    #: A judge does all or nothing.
    enforces: frozenset[str] = frozenset()

    def __init__(self, provider: Provider[JudgeService]) -> None:
        self.provider = provider

    @cached_property
    def service(self) -> JudgeService:
        """What the provider opened."""
        return self.provider.open()

    @cached_property
    def why_not_runnable(self) -> str | None:
        """The reason why it asks nothing here; None when it does."""
        return self.provider.missing()

    def profile(self, address: str, **fields: Any) -> Profile:
        """Return a profile that leads to an address; fields as in a file of profiles."""
        usual = {
            "provider": self.provider.name,
            "endpoint": f"{address}/v1",
            "deployment": "asked-model",
            "api_key": {"env": "JUDGE_KEY"},
            "timeout": _PATIENCE,
        }
        return Profile.model_validate({**usual, **fields})

    @contextmanager
    def judge(self, server: ScriptedServer | str, key: str | None = KEY, **fields: Any) -> Iterator[Judge]:
        """Open a judge of a server, and close it."""
        address = server if isinstance(server, str) else server.address
        named = {"api_key": "none", **fields} if key is None else fields
        secret = None if key is None else Secret(key)
        judge = self.service.open(self.profile(address, **named), secret)
        try:
            yield judge
        finally:
            judge.close()

    def reply(
        self, answer: Answer | Callable[[Seen], Answer], ask: JudgeRequest | None = None, **fields: Any
    ) -> JudgeReply:
        """Ask a server that answers so, and return the reply.

        Raises:
            AssertionError: there is none.
        """
        with ScriptedServer(answer) as server, self.judge(server, **fields) as judge:
            try:
                return judge.ask(ask or request())
            except Exception as error:  # noqa: BLE001 - whatever comes is the finding
                raise AssertionError(f"a reply came out as {type(error).__name__}: {error}") from None

    def fault(self, what: str, answer: Answer, ask: JudgeRequest | None = None, **fields: Any) -> JudgeFault:
        """Ask a server that answers so, and return the fault.

        Raises:
            AssertionError: there is none, another exception, or it took more than one request.
        """
        with ScriptedServer(answer) as server, self.judge(server, **fields) as judge:
            fault = fault_of(what, judge, ask or request())
            sent = len(server.seen)
        assert sent == 1, f"for {what} there were {sent} requests, expected one"
        return fault

    def expect(
        self, what: str, answer: Answer, kind: FaultKind, *, retry: bool = False, **fields: Any
    ) -> JudgeFault:
        """Ask a server that answers so, and return the fault, which is of this kind.

        Raises:
            AssertionError: it is another, or none, or may not be asked again, or may.
        """
        fault = self.fault(what, answer, **fields)
        check_fault(what, fault, kind, retry=retry)
        return fault


def fault_of(what: str, judge: Judge, ask: JudgeRequest) -> JudgeFault:
    """Ask and return the fault.

    Raises:
        AssertionError: there is none, or another exception.
    """
    try:
        reply = judge.ask(ask)
    except JudgeFault as fault:
        wrong = line_problem(fault.message)
        assert wrong is None, f"the message for {what}: {wrong}"
        return fault
    except Exception as error:  # noqa: BLE001 - whatever comes is the finding
        raise AssertionError(f"{what} raised {type(error).__name__}, expected a JudgeFault") from None
    raise AssertionError(f"{what} came out as the reply {shown(reply)}, expected a JudgeFault")


def check_fault(what: str, fault: JudgeFault, kind: FaultKind, *, retry: bool) -> None:
    """Say that a fault is of a kind.

    Raises:
        AssertionError: it is not.
    """
    assert fault.kind is kind, (
        f"{what} came out as {fault.kind.value} ({fault.message}), expected {kind.value}"
    )
    wanted = "may" if retry else "is not to"
    assert fault.retry is retry, f"after {what}, which {wanted} be asked again, `retry` is {fault.retry}"
