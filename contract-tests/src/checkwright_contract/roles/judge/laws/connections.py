"""Laws of connections: how they fail, how they are shared among threads, and that none is left.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from checkwright.wording import shown
from checkwright_judging.judge import FaultKind, JudgeFault

from ..bodies import completion, error
from ..server import Answer, How, ScriptedServer, Seen
from ..threads import each_in_a_thread
from ..under_test import check_fault, fault_of, request

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "asks_of_eight_threads_overlap",
    "each_ask_is_one_request",
    "every_thread_gets_its_own_reply",
    "lost_connections_may_be_asked_again",
    "nothing_is_left_after_closing",
    "slow_servers_run_into_the_timeout",
    "timeouts_are_named",
]

_THREADS = 8
_SHORT = 0.2


def lost_connections_may_be_asked_again(tried: JudgeUnderTest) -> None:
    """A server that is not there, or that drops the connection, cannot be reached; it may be asked again."""
    with ScriptedServer(Answer()) as server:
        gone = server.address
    with tried.judge(gone) as judge:
        fault = fault_of("a closed port", judge, request())
    check_fault("a closed port", fault, FaultKind.UNREACHABLE, retry=True)
    for how in (How.DROPPED, How.CUT):
        answer = Answer(body=completion().body, how=how)
        tried.expect(f"an answer that comes {how.value}", answer, FaultKind.UNREACHABLE, retry=True)


def timeouts_are_named(tried: JudgeUnderTest) -> None:
    """A server that says nothing is a timeout, not one that cannot be reached; it may be asked again."""
    tried.expect("silence", Answer(how=How.SILENT), FaultKind.TIMEOUT, retry=True, timeout=_SHORT)


def slow_servers_run_into_the_timeout(tried: JudgeUnderTest) -> None:
    """The timeout is for the whole request: bytes that trickle in do not renew it."""
    for how in (How.SLOW_BODY, How.SLOW):
        answer = Answer(body=completion().body, how=how)
        what = f"an answer that comes {how.value}"
        tried.expect(what, answer, FaultKind.TIMEOUT, retry=True, timeout=_SHORT)


def each_ask_is_one_request(tried: JudgeUnderTest) -> None:
    """Whatever a server does, a judge asks it once for each ask; who asks decides about more."""
    for what, answer, times in (
        ("a reply", completion(), 3),
        ("a server error", error(503, "down", ("Retry-After", "0")), 2),
        ("a rate limit", error(429), 2),
        ("a dropped connection", Answer(how=How.DROPPED), 2),
        ("a refused parameter", error(400, "Unknown parameter: 'seed'.", param="seed"), 2),
    ):
        with ScriptedServer(answer) as server, tried.judge(server) as judge:
            for _ in range(times):
                with suppress(JudgeFault):
                    judge.ask(request())
            sent = [one.method for one in server.seen]
        assert sent == ["POST"] * times, (
            f"{times} asks for {what} came as {sent}, expected {times} times POST"
        )


def asks_of_eight_threads_overlap(tried: JudgeUnderTest) -> None:
    """Eight asks at once stand before the server at once."""
    met = threading.Barrier(_THREADS)

    def together(seen: Seen) -> Answer:
        del seen
        try:
            met.wait(2)
        except threading.BrokenBarrierError:
            return error(500, "the others did not come")
        return completion()

    with ScriptedServer(together) as server, tried.judge(server) as judge:
        failed = each_in_a_thread(_THREADS, lambda _: judge.ask(request()))
    assert not failed, f"of {_THREADS} asks at once one failed: {shown(failed[0])}"


def every_thread_gets_its_own_reply(tried: JudgeUnderTest) -> None:
    """From eight threads each ask gets the reply to what it asked."""

    def echo(seen: Seen) -> Answer:
        return completion(seen.json()["messages"][0]["content"])

    def ask(number: int) -> None:
        for turn in range(4):
            asked = f"{number}-{turn}-" + "x" * 2_000 * number
            got = judge.ask(request(asked)).text
            assert got == asked, f"the ask {asked[:20]!r} got {got[:20]!r}"

    with ScriptedServer(echo) as server, tried.judge(server) as judge:
        failed = each_in_a_thread(_THREADS, ask)
    assert not failed, str(failed[0])


def nothing_is_left_after_closing(tried: JudgeUnderTest) -> None:
    """A judge that is closed has no connection and no thread, after replies and after faults."""
    for answer in (
        completion(),
        error(500),
        Answer(body=completion().body, how=How.CUT),
        Answer(body=completion().body, how=How.SLOW_BODY),
    ):
        threads, sockets = set(threading.enumerate()), _sockets()
        with ScriptedServer(answer) as server:
            with tried.judge(server, timeout=_SHORT) as judge:
                for _ in range(2):
                    with suppress(JudgeFault):
                        judge.ask(request())
            left = server.is_left(2)
        assert left, f"a closed judge keeps a connection to a server whose answer comes {answer.how.value}"
        more = set(threading.enumerate()) - threads
        assert not more, f"a closed judge leaves {len(more)} threads"
        kept = _sockets() - sockets
        assert not kept, f"a closed judge leaves {len(kept)} sockets"


def _sockets() -> set[str]:
    """Return the sockets of this process; none where the system does not tell."""
    found = set()
    for path in Path("/proc/self/fd").glob("*"):
        try:
            target = str(path.readlink())
        except OSError:
            continue
        if target.startswith("socket:"):
            found.add(target)
    return found
