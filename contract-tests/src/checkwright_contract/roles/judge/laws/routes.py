"""Laws of the way to a server: to the endpoint of the profile, by the proxy of the profile, and no other.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from checkwright_judging.judge import FaultKind, JudgeFault

from ..bodies import completion
from ..server import Answer, ScriptedServer
from ..under_test import check_fault, fault_of, request

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "proxies_of_the_environment_are_not_asked",
    "proxy_of_the_profile_is_asked",
    "redirects_are_not_followed",
]


def redirects_are_not_followed(tried: JudgeUnderTest) -> None:
    """A redirect is a fault that names the host; nothing is sent there."""
    for status in (300, 301, 302, 303, 307, 308):
        with ScriptedServer(completion()) as other:
            where = f"http://localhost:{other.port}/v1/chat/completions"
            with (
                ScriptedServer(Answer(status, headers=(("Location", where),))) as server,
                tried.judge(server) as judge,
            ):
                try:
                    fault = fault_of(f"HTTP {status}", judge, request())
                finally:
                    sent, followed = len(server.seen), len(other.seen)
                    assert not followed, f"after HTTP {status} a request went to where it leads"
        check_fault(f"HTTP {status}", fault, FaultKind.REDIRECT, retry=False)
        assert sent == 1, f"after HTTP {status} there were {sent} requests, expected one"
        assert "localhost" in fault.message, f"the host is not named in {fault.message!r}"
    for headers in ((), (("Location", "/v2"),), (("Location", "http://[::1"),)):
        tried.expect("a redirect to nowhere", Answer(302, headers=headers), FaultKind.REDIRECT)


def proxies_of_the_environment_are_not_asked(tried: JudgeUnderTest) -> None:
    """A proxy that variables of the environment name is not asked."""
    with (
        ScriptedServer(completion()) as proxy,
        _proxies(proxy.address),
        ScriptedServer(completion()) as server,
        tried.judge(server) as judge,
        suppress(JudgeFault),
    ):
        judge.ask(request())
    assert not proxy.seen, "a request went to a proxy that the environment names"
    assert len(server.seen) == 1, "no request came to the endpoint"


def proxy_of_the_profile_is_asked(tried: JudgeUnderTest) -> None:
    """A proxy that the profile names is asked, and the endpoint is not past it."""
    with ScriptedServer(completion()) as proxy, ScriptedServer(completion()) as server:
        with tried.judge(server, proxy=proxy.address) as judge, suppress(JudgeFault):
            judge.ask(request())
        assert proxy.seen, "no request came to the proxy of the profile"
        assert not server.seen, "a request went past the proxy of the profile"
        named = any(
            str(server.port) in value
            for one in proxy.seen
            for value in (one.path, *dict(one.headers).values())
        )
        assert named, "the proxy is not told of the endpoint"


@contextmanager
def _proxies(address: str) -> Iterator[None]:
    """Let the environment name a proxy for everything."""
    names = [name for word in ("http", "https", "all") for name in (f"{word}_proxy", f"{word}_proxy".upper())]
    changed = [*names, "no_proxy", "NO_PROXY"]
    before = {name: os.environ.get(name) for name in changed}
    try:
        for name in changed:
            os.environ.pop(name, None)
        os.environ.update(dict.fromkeys(names, address))
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
