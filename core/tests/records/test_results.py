"""What tools answered: one conversation as each system writes it, and what is none of it."""

from types import MappingProxyType

import pytest
from conversations import ANSWERS, BOTH, IDS, OPENAI_CHAT, SKY, SYSTEMS

from checkwright import Case, CheckError, NotExecutable
from checkwright.records import Result, calls, results

#: Whole responses of an API, or other ways to write the result `rain` of the call c.
WEATHER = {"type": "tool-result", "toolCallId": "c", "toolName": "get_weather", "output": "rain"}
CALL = {"type": "tool-call", "toolCallId": "c", "toolName": "get_weather", "input": {}}
MESSAGE = {"content": "rain", "tool_call_id": "c", "name": "get_weather"}
OTHER_WAYS = {
    "openai responses, parts": {
        "type": "function_call_output",
        "call_id": "c",
        "output": [{"type": "input_text", "text": "rain"}],
    },
    "openai responses, custom tool": {"type": "custom_tool_call_output", "call_id": "c", "output": "rain"},
    "openai run step": {
        "id": "c",
        "type": "function",
        "function": {"name": "f", "arguments": "", "output": "rain"},
    },
    "gemini, role function": {
        "role": "function",
        "parts": [{"function_response": {"id": "c", "name": "f", "response": "rain"}}],
    },
    "langchain, data": {"type": "tool", "data": MESSAGE},
    "langchain, a class": {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "ToolMessage"],
        "kwargs": MESSAGE,
    },
    "langchain, parts": {"type": "tool", **MESSAGE, "content": ["rain"]},
    "vercel, parts": {**WEATHER, "output": {"type": "content", "value": [{"type": "text", "text": "rain"}]}},
    "vercel, older": {
        "type": "tool-result",
        "toolCallId": "c",
        "toolName": "f",
        "args": {},
        "result": "rain",
    },
    "vercel, step": {"text": "", "toolCalls": [CALL], "toolResults": [WEATHER]},
    "vercel, results without a type": {
        "text": "",
        "toolCalls": [CALL],
        "toolResults": [{"toolCallId": "c", "toolName": "f", "args": {}, "result": "rain"}],
    },
    "vercel, steps": {
        "steps": [{"content": [CALL, WEATHER], "toolResults": [WEATHER]}],
        "toolResults": [WEATHER],
    },
    "vercel, older page": {
        "role": "assistant",
        "content": "",
        "toolInvocations": [
            {"state": "result", "toolCallId": "c", "toolName": "f", "args": {}, "result": "rain"}
        ],
        "parts": [
            {
                "type": "tool-invocation",
                "toolInvocation": {
                    "state": "result",
                    "toolCallId": "c",
                    "toolName": "f",
                    "args": {},
                    "result": "rain",
                },
            }
        ],
    },
    "a call with its result": {"id": "c", "name": "f", "arguments": {}, "result": "rain"},
}

#: Systems that run the second tool themselves: its result stands in the message that calls both.
HOSTED = ("openai responses", "anthropic")


def of(*rows):
    return results(Case("", tool_calls=list(rows)))


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_tools_of_each_system_answered_is_read(system):
    """Each result is found once, in the order of the record, with the id and name of its call."""
    first, second = (
        Result(ident, name, *answer)
        for ident, (name, _), answer in zip(IDS[system], BOTH, ANSWERS[system], strict=True)
    )
    assert of(*SYSTEMS[system]) == ((second, first) if system in HOSTED else (first, second))


@pytest.mark.parametrize("way", OTHER_WAYS)
def test_other_ways_to_write_a_result_are_read(way):
    """A result in a whole answer, in an older format or beside its call is one result of that call."""
    (result,) = of(OTHER_WAYS[way])
    assert (result.id, result.value, result.text, result.is_error) == ("c", "rain", "rain", False)


@pytest.mark.parametrize(
    "row",
    [
        {"role": "assistant", "content": [{"type": "output_text", "text": "Rain.", "annotations": []}]},
        {"type": "tool-approval-request", "approvalId": "a", "toolCallId": "c"},
        {"type": "mcp_approval_response", "approval_request_id": "a", "approve": True},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}},
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "rain"}},
        {"id": "c", "name": "f", "arguments": {}, "output": None, "error": None},
        {"role": "assistant", "tool_calls": [], "tool_results": []},
        {"role": "assistant", "tool_calls": [], "toolResults": None},
    ],
    ids=str,
)
def test_other_rows_are_no_results(row):
    """What the agent said, approvals, other methods of MCP and calls that were not answered are none."""
    assert of(row) == ()


def test_a_result_of_mcp_is_known_by_its_request():
    """An answer to another method is none, though it looks like one; without its request its form decides."""
    answer = {"jsonrpc": "2.0", "id": 7, "result": {"content": [{"type": "text", "text": "rain"}]}}
    assert of(answer) == (Result("7", None, "rain", "rain"),)
    assert of({"jsonrpc": "2.0", "id": 7, "method": "resources/get"}, answer) == ()
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "f", "arguments": {}}}
    assert of(call, answer) == (Result("7", "f", "rain", "rain"),)
    refused = {"jsonrpc": "2.0", "id": 7, "error": {"code": -32602, "message": "no such tool"}}
    (result,) = of(call, refused)
    assert (result.name, result.value, result.is_error) == ("f", refused["error"], True)


@pytest.mark.parametrize(
    ("content", "value", "text"),
    [
        (None, None, ""),
        ("", "", ""),
        ([], "", ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb", "a\nb"),
        (
            [{"type": "text", "text": "a"}, {"type": "image", "data": "iVBO"}],
            [{"type": "text", "text": "a"}, {"type": "image", "data": "iVBO"}],
            "a",
        ),
        ([{"json": SKY}], SKY, '{"sky": "rain"}'),
        ({"sky": "Regen, früh"}, {"sky": "Regen, früh"}, '{"sky": "Regen, früh"}'),
        (7, 7, "7"),
        (["a", {"json": SKY}, 7], ["a", {"json": SKY}, 7], 'a\n{"sky": "rain"}'),
        ([{"json": None, "text": "a"}], "a", "a"),
    ],
    ids=str,
)
def test_parts_of_a_result(content, value, text):
    """Texts become one, a line each; one part of JSON is the value; media stay in it and out of the text."""
    (result,) = of({"type": "tool_result", "tool_use_id": "t", "content": content})
    assert (result.value, result.text) == (value, text)


def test_json_that_a_tool_answered_stays_json():
    """A list that is no list of typed texts is a value, not parts."""
    for value in (["a", "b"], [{"text": "a", "n": 1}], [], {"type": "json"}, False, 0):
        (result,) = of({"type": "function_call_output", "call_id": "c", "output": value})
        assert (result.value, type(result.value)) == (value, type(value))


def test_an_envelope_may_hold_what_is_no_list():
    """The content of an envelope is a list of parts; anything else in its place is the value itself."""
    row = {
        "type": "tool-result",
        "toolCallId": "c",
        "toolName": "f",
        "output": {"type": "content", "value": SKY},
    }
    (result,) = of(row)
    assert (result.value, result.text) == (SKY, '{"sky": "rain"}')
    (nothing,) = of({**row, "output": {"type": "json", "value": None}})
    assert (nothing.value, nothing.text) == (None, "")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (MappingProxyType(SKY), '{"sky": "rain"}'),
        (range(3), "[0, 1, 2]"),
        (b"rain", "\"b'rain'\""),
        ({("a", "key"): 1}, "{('a', 'key'): 1}"),
    ],
    ids=["a mapping", "a sequence", "bytes", "keys that JSON has not"],
)
def test_what_python_hands_over_has_a_text(value, text):
    """Values of no type of JSON are written as the nearest that it has, and else as Python shows them."""
    (result,) = of({"type": "function_call_output", "call_id": "c", "output": value})
    assert (result.value, result.text) == (value, text)


class Rude(dict):
    """A row that does not give its output away."""

    def get(self, key, default=None):
        if key == "output":
            raise LookupError("not for you")
        return super().get(key, default)


class Locked(dict):
    """A row that gives nothing away."""

    def get(self, key, default=None):
        raise LookupError("locked")

    __getitem__ = __contains__ = keys = __iter__ = get


def test_a_row_that_cannot_be_read_at_all_is_no_record():
    """For the calls as for the results."""
    for read in (calls, results):
        with pytest.raises(NotExecutable, match=r"^tool_calls cannot be read: "):
            read(Case("", tool_calls=[Locked(type="function_call")]))


def test_a_row_that_raises_is_no_record():
    """Whatever a row of a host's own type raises: the case has no record that can be read, twice alike."""
    case = Case("", tool_calls=[Rude(type="function_call_output", call_id="c", output="rain")])
    for _ in range(2):
        with pytest.raises(NotExecutable, match=r"^tool_calls cannot be read: LookupError: not for you$"):
            results(case)


def test_the_name_of_a_result_is_that_of_the_last_call_with_its_id():
    """Where systems number anew each turn, a result belongs to the call before it."""
    rows = [
        {"name": "f", "id": "0", "arguments": {}},
        {"role": "tool", "tool_call_id": "0", "content": "1"},
        {"name": "g", "id": "0", "arguments": {}},
        {"role": "tool", "tool_call_id": "0", "content": "2"},
        {"role": "tool", "tool_call_id": "9", "content": "3"},
    ]
    assert [(result.name, result.value) for result in of(*rows)] == [("f", "1"), ("g", "2"), (None, "3")]


@pytest.mark.parametrize(
    "row",
    [
        {"type": "tool_result", "tool_use_id": "c", "content": "503", "is_error": True},
        {"type": "tool-result", "toolCallId": "c", "toolName": "f", "result": "503", "isError": True},
        {"type": "mcp_call", "id": "c", "name": "f", "arguments": "{}", "output": None, "error": "503"},
        {"role": "tool", "tool_call_id": "c", "content": "503", "status": "error"},
    ],
    ids=str,
)
def test_a_call_that_failed_is_told(row):
    """Each system says in its way that a call failed; what it says of that is the value."""
    (result,) = of(row)
    assert (result.value, result.text, result.is_error) == ("503", "503", True)


def test_what_cannot_be_read_for_calls_has_no_results():
    """Results are of the same record: what refuses the calls refuses them, with the same words."""
    for record, error in [
        (None, NotExecutable),
        ([{"tool": "f"}], NotExecutable),
        ([{"choices": [{}, {}]}], NotExecutable),
        ([{"name": "f"}] * 10_001, CheckError),
    ]:
        said = []
        for read in (calls, results):
            with pytest.raises(error) as caught:
                read(Case("", tool_calls=record))
            said.append(str(caught.value))
        assert said[0] == said[1]


def test_the_results_of_a_case_are_read_once():
    """Checks of one case share what was read."""
    case = Case("", tool_calls=OPENAI_CHAT)
    assert results(case) is results(case)
