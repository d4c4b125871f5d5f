"""Whatever a judge of any package does, a reply or a fault comes out, in time and without the key."""

import threading

import pytest

from checkwright_judging.asking.guarded_judge import GuardedJudge
from checkwright_judging.judge import FaultKind, JudgeFault, JudgeReply, JudgeRequest, Message, Usage
from checkwright_judging.secret import Secret

KEY = "sk-0123456789abcdef"
REQUEST = JudgeRequest((Message("user", "x"),), "m")


class Doing:
    """A judge that does what it is told."""

    def __init__(self, do):
        self.do = do

    def ask(self, request):
        return self.do()

    def close(self):
        self.closed = True


def raising(error):
    raise error


def asked(do, seconds=5.0):
    return GuardedJudge(Doing(do), "acme", seconds, Secret(KEY)).ask(REQUEST)


def fault_of(do):
    with pytest.raises(JudgeFault) as caught:
        asked(do)
    return caught.value


def test_a_sound_reply_comes_as_it_is():
    reply = JudgeReply("{}", "stop", "m-1", Usage(1, 2, 3), 4.5, "r")
    assert asked(lambda: reply) == reply


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError(f"boom {KEY}"),
        SystemExit(KEY),
        KeyError(KEY),
        JudgeFault(FaultKind.SERVER, f"msg {KEY}", True),
    ],
    ids=repr,
)
def test_no_key_stands_in_what_goes_wrong(error):
    fault = fault_of(lambda: raising(error))
    assert KEY not in str(fault)
    assert "[key]" in fault.message
    assert fault.__cause__ is None


def test_what_breaks_is_named_by_its_provider_and_not_asked_again():
    fault = fault_of(lambda: raising(RuntimeError("boom")))
    told = (fault.kind, fault.message, fault.retry)
    assert told == (FaultKind.NOT_A_COMPLETION, "acme broke: RuntimeError: boom", False)


@pytest.mark.parametrize("reply", [None, b"{}", "{}", JudgeReply(None), JudgeReply(b"{}")], ids=repr)
def test_what_is_no_reply_is_a_fault_of_the_provider(reply):
    assert fault_of(lambda: reply).message.startswith("acme broke: TypeError: it returned ")


@pytest.mark.parametrize(
    "usage",
    [Usage("a", "b"), Usage(-5, -5), Usage(10**400, 1), Usage(1, True), Usage(1, 1, -1), 7, "x"],
    ids=["texts", "negative", "huge", "true", "negative reasoning", "number", "text"],
)
def test_tokens_that_cannot_be_are_none(usage):
    assert asked(lambda: JudgeReply("{}", usage=usage)).usage is None


@pytest.mark.parametrize("latency", [float("nan"), float("inf"), -1.0, "x", None, True])
def test_a_latency_that_cannot_be_is_0(latency):
    assert asked(lambda: JudgeReply("{}", latency_ms=latency)).latency_ms == 0.0


@pytest.mark.parametrize("after", [float("nan"), -1, "soon"])
def test_a_wait_that_cannot_be_is_none(after):
    assert fault_of(lambda: raising(JudgeFault(FaultKind.SERVER, "x", True, after))).after is None


def test_the_key_is_taken_out_of_text_and_model():
    reply = asked(lambda: JudgeReply(f"a {KEY} b", "stop", f"m {KEY}"))
    assert (reply.text, reply.model) == ("a [key] b", "m [key]")


def test_a_judge_that_keeps_no_timeout_is_not_waited_for(monkeypatch):
    monkeypatch.setattr("checkwright_judging.asking.guarded_judge._GRACE", 0.05)
    released = threading.Event()
    guarded = GuardedJudge(Doing(released.wait), "acme", 0.05, None)
    with pytest.raises(JudgeFault, match=r"^acme did not keep its timeout of 0.05 s$") as caught:
        guarded.ask(REQUEST)
    released.set()
    assert (caught.value.kind, caught.value.retry) == (FaultKind.TIMEOUT, False)
