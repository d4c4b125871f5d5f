"""Laws of what a reply tells beside its text.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from checkwright_judging.judge import Usage

from ..bodies import MODEL, completion
from ..server import Answer, ScriptedServer, Seen
from ..under_test import request

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "latency_is_of_the_call",
    "odd_fields_of_a_reply_raise_nothing",
    "reason_to_end_and_model_are_read",
    "usage_is_read",
]

_DELAY = 0.05


def usage_is_read(tried: JudgeUnderTest) -> None:
    """Tokens are as the server counts them, those of reasoning too; without its count there is no usage."""
    counted = {"prompt_tokens": 31, "completion_tokens": 17}
    detailed = {**counted, "completion_tokens_details": {"reasoning_tokens": 11}}
    for usage, expected in (
        (counted, Usage(31, 17)),
        (detailed, Usage(31, 17, 11)),
        ({**counted, "completion_tokens_details": None}, Usage(31, 17)),
        (None, None),
        ({}, None),
    ):
        got = tried.reply(completion(usage=usage)).usage
        assert got == expected, f"the usage {usage} came as {got}, expected {expected}"


def odd_fields_of_a_reply_raise_nothing(tried: JudgeUnderTest) -> None:
    """What is odd beside the text is taken for absent, and the reply counts."""
    odd: tuple[Any, ...] = ("many", -1, 1.5, True, [], {"a": 1}, "9" * 5_000, {"prompt_tokens": "1"})
    for value in odd:
        for fields in (
            {"usage": value},
            {"usage": {"prompt_tokens": value, "completion_tokens": 1}},
            {"usage": {"prompt_tokens": 1, "completion_tokens": 1, "completion_tokens_details": value}},
        ):
            reply = tried.reply(completion("text", **fields))
            assert reply.text == "text", f"with {fields} the reply came as {reply.text!r}"
            usage = reply.usage
            is_sound = usage is None or (usage == Usage(1, 1) and type(usage.input_tokens) is int)
            assert is_sound, f"the usage of {fields} came as {usage}"
        reply = tried.reply(completion("text", model=None, id=value))
        assert (reply.text, reply.model) == ("text", None), f"without a model there is {reply.model!r}"


def reason_to_end_and_model_are_read(tried: JudgeUnderTest) -> None:
    """The reason to end and the model that answered are as the server says; without them there is none."""
    for reason in ("stop", "length", None):
        reply = tried.reply(completion("", reason))
        assert reply.finish_reason == reason, f"the reason {reason} came as {reply.finish_reason!r}"
        assert reply.model == MODEL, f"the model came as {reply.model!r}, expected {MODEL!r}"


def latency_is_of_the_call(tried: JudgeUnderTest) -> None:
    """The latency is in milliseconds, and is the time that the call took."""

    def late(seen: Seen) -> Answer:
        del seen
        server.ending.wait(_DELAY)
        return completion()

    with ScriptedServer(late) as server, tried.judge(server) as judge:
        begun = time.perf_counter()
        latency_ms = judge.ask(request()).latency_ms
        most = (time.perf_counter() - begun) * 1000
    is_right = _DELAY * 1000 <= latency_ms <= most
    assert is_right, f"a call of {_DELAY * 1000:.0f} to {most:.0f} ms has a latency of {latency_ms} ms"
