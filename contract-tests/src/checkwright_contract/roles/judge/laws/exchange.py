"""Laws of what is asked and replied: all of it arrives unchanged.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from checkwright.wording import shown
from checkwright_judging.judge import JudgeRequest, Message, Output

from ..bodies import completion
from ..server import ScriptedServer
from ..under_test import PARAMETERS, request

if TYPE_CHECKING:
    from ..under_test import JudgeUnderTest

__all__ = [
    "long_replies_come_unchanged",
    "messages_arrive_unchanged_and_in_order",
    "model_and_parameters_arrive",
    "output_is_told_to_the_server",
    "replies_of_all_scripts_come_unchanged",
]

#: Of each kind of character that texts have: of all lengths in UTF-8, that turn the direction, that
#: join, that are no characters, and what JSON escapes.
_TEXT = 'a\u00e9\u0301\u4e16\U0001f469\u200d\U0001f680\u202e\ufeff\ufffe\u2028\x7f\x00\x1f\r\n\t"\\/ </p>'
_SCHEMA = {"type": "object", "properties": {"score": {"type": "number"}}, "required": ["score"]}


def _body(tried: JudgeUnderTest, ask: JudgeRequest) -> Any:
    """Return the body that reaches a server for an ask."""
    with ScriptedServer(completion()) as server, tried.judge(server) as judge:
        judge.ask(ask)
    return server.seen[0].json()


def messages_arrive_unchanged_and_in_order(tried: JudgeUnderTest) -> None:
    """The server gets the messages in their order, each with its role and its text as it is."""
    messages = (
        Message("system", f"  {_TEXT}\n"),
        Message("user", "first"),
        Message("assistant", ""),
        Message("user", _TEXT * 5_000),
        Message("user", "first"),
    )
    body = _body(tried, JudgeRequest(messages, "asked-model"))
    came = [(message.get("role"), message.get("content")) for message in body["messages"]]
    for number, (expected, got) in enumerate(zip(messages, came, strict=False)):
        is_same = got == (expected.role, expected.content)
        assert is_same, f"message {number} came as {shown(got)}, expected {shown(expected)}"
    assert len(came) == len(messages), f"{len(messages)} messages came as {len(came)}"


def model_and_parameters_arrive(tried: JudgeUnderTest) -> None:
    """The server gets the model and each parameter with its value, also those that few servers know."""
    more = {"temperature": 0.5, "top_k": 3, "stop": ["\n\n"], "options": {"a": [1, None, True]}}
    for parameters in (PARAMETERS, more, {}):
        body = _body(tried, request(parameters=parameters, model="org/model:7b é"))
        assert body.get("model") == "org/model:7b é", f"the model came as {shown(body.get('model'))}"
        came = {name: body.get(name, "nothing") for name in parameters}
        assert came == parameters, f"the parameters came as {shown(came)}, expected {shown(parameters)}"
        known = {"model", "messages", "response_format", *parameters}
        added = sorted(set(body) - known)
        assert not added, f"the server got {added[0]}, which nobody asked for"


def output_is_told_to_the_server(tried: JudgeUnderTest) -> None:
    """The server is told to give JSON, or JSON by the schema, or is told nothing."""
    told = {one: _body(tried, request(output=one, schema=_SCHEMA)).get("response_format") for one in Output}
    wanted = {"type": "json_object"}
    assert told[Output.JSON_OBJECT] == wanted, f"json_object is told as {shown(told[Output.JSON_OBJECT])}"
    assert told[Output.TEXT] is None, f"text is told as {shown(told[Output.TEXT])}, expected nothing"
    by_schema = told[Output.JSON_SCHEMA] or {}
    has_schema = by_schema.get("type") == "json_schema" and json.dumps(_SCHEMA) in json.dumps(by_schema)
    assert has_schema, f"json_schema is told as {shown(by_schema)}, without the schema"


def replies_of_all_scripts_come_unchanged(tried: JudgeUnderTest) -> None:
    """The text of a reply is what the server sent, with white space and all characters."""
    for text in (_TEXT, f"  {_TEXT}\n\n", "***", '{"score": 4, "reason": "[key]"}', "\ud800", ""):
        got = tried.reply(completion(text) if text != "\ud800" else _escaped(text)).text
        assert got == text, f"the reply {shown(text)} came as {shown(got)}"


def _escaped(text: str) -> Any:
    """Return an answer in ASCII, for what UTF-8 cannot say."""
    answer = completion("TEXT")
    return type(answer)(200, answer.body.replace(b'"TEXT"', json.dumps(text).encode("ascii")))


def long_replies_come_unchanged(tried: JudgeUnderTest) -> None:
    """A reply of a megabyte comes whole."""
    text = "".join(f"{number}:\u4e16\U0001f680 " for number in range(60_000))
    got = tried.reply(completion(text)).text
    assert got == text, f"a reply of {len(text):,} characters came as {len(got):,}"
