"""Whole answers in a record, as the interface of each system gives them back."""

import pytest

from checkwright import Case, NotExecutable
from checkwright.records import calls

BERGEN = {"city": "Bergen", "days": 2}
FLIGHT = {"number": "SK4151"}
BOTH = [("get_weather", BERGEN), ("flight_status", FLIGHT)]

OPENAI = {
    "role": "assistant",
    "content": None,
    "tool_calls": [
        {
            "id": "call_Qm2vXk0c",
            "type": "function",
            "function": {"name": "get_weather", "arguments": '{"city":"Bergen","days":2}'},
        },
        {
            "id": "call_7fHn1tBz",
            "type": "function",
            "function": {"name": "flight_status", "arguments": '{"number":"SK4151"}'},
        },
    ],
}
GEMINI = [
    {"functionCall": {"name": "get_weather", "args": BERGEN}},
    {"functionCall": {"id": "fc-2", "name": "flight_status", "args": FLIGHT}},
]
INSPECT = {
    "role": "assistant",
    "content": "Hm.",
    "tool_calls": [
        {"id": "call_1", "function": "get_weather", "arguments": BERGEN, "type": "function"},
        {"id": "call_2", "function": "flight_status", "arguments": FLIGHT, "type": "function"},
    ],
}
LANGCHAIN = {
    "name": "travel_agent",
    "content": [{"type": "tool_use", "id": "toolu_01A", "name": "get_weather", "input": BERGEN}],
    "tool_calls": [
        {"name": "get_weather", "args": BERGEN, "id": "toolu_01A", "type": "tool_call"},
        {"name": "flight_status", "args": FLIGHT, "id": "toolu_01B", "type": "tool_call"},
    ],
}
VERCEL = [
    {"type": "tool-call", "toolCallId": "c1", "toolName": "get_weather", "args": BERGEN},
    {"type": "tool-call", "toolCallId": "c2", "toolName": "flight_status", "input": FLIGHT},
]
RESULT = {"type": "tool-result", "toolCallId": "c1", "toolName": "get_weather", "result": "rain"}
WHOLE = {
    "openai chat": {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "gpt",
        "choices": [
            {"index": 0, "message": OPENAI, "logprobs": None, "finish_reason": "tool_calls"},
        ],
        "usage": {"total_tokens": 10},
    },
    "gemini": {
        "candidates": [{"content": {"role": "model", "parts": GEMINI}, "finishReason": "STOP"}],
        "usageMetadata": {"totalTokenCount": 10},
        "functionCalls": GEMINI,
    },
    "inspect": {
        "model": "openai/gpt",
        "choices": [{"message": INSPECT, "stop_reason": "tool_calls"}],
        "completion": "Hm.",
    },
    "langchain": {"type": "ai", "data": {**LANGCHAIN, "type": "ai"}},
    "langchain, no type within": {
        "type": "ai",
        "data": LANGCHAIN,
    },
    "langchain, a class": {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "AIMessage"],
        "kwargs": LANGCHAIN,
    },
    "vercel": {
        "text": "Let me look.",
        "toolCalls": [VERCEL[1]],
        "steps": [
            {"text": "", "toolCalls": [VERCEL[0]], "toolResults": [RESULT]},
            {
                "content": [{"type": "text", "text": "Hm."}, VERCEL[1]],
                "toolCalls": [VERCEL[1]],
                "finishReason": "stop",
            },
        ],
    },
    "vercel, one step": {
        "text": "",
        "steps": [],
        "toolCalls": [VERCEL[0], VERCEL[1]],
        "toolResults": [RESULT],
    },
    "vercel, an older page": {
        "role": "assistant",
        "content": "Let me look.",
        "toolInvocations": [
            {"state": "result", "toolCallId": "c1", "toolName": "get_weather", "args": BERGEN, "result": ""},
            {"state": "call", "toolCallId": "c2", "toolName": "flight_status", "args": FLIGHT},
        ],
        "parts": [
            {
                "type": "tool-invocation",
                "toolInvocation": {
                    "state": "result",
                    "toolCallId": "c1",
                    "toolName": "get_weather",
                    "args": BERGEN,
                    "result": "rain",
                },
            }
        ],
    },
}


def of(*rows):
    return calls(Case("", tool_calls=list(rows)))


def read(*rows):
    return [(call.name, call.arguments) for call in of(*rows)]


def unreadable(*rows):
    with pytest.raises(NotExecutable) as caught:
        of(*rows)
    return caught.value.reason


@pytest.mark.parametrize("system", WHOLE)
def test_a_whole_answer_of_each_system_is_opened(system):
    """An answer stands in the record as the interface gave it back, alone or beside other rows."""
    assert read(WHOLE[system]) == BOTH
    assert read({"name": "f"}, WHOLE[system], WHOLE[system]) == [("f", {}), *BOTH, *BOTH]


@pytest.mark.parametrize(
    "row",
    [
        {"object": "chat.completion", "choices": []},
        {"candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}]},
        {"type": "human", "data": {"content": "Hi!", "name": "ingrid"}},
        {"type": "human", "data": {"content": "Hi!", "type": None, "name": "ingrid"}},
        {"type": "tool", "data": {"content": "rain", "name": "get_weather", "tool_call_id": "c"}},
        {"type": "function", "data": {"content": "rain", "name": "get_weather"}},
        {"type": "function", "content": "rain", "name": "get_weather"},
        {"type": "function", "content": "rain", "name": "get_weather", "data": {}},
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", "messages", "ToolMessage"],
            "kwargs": {"content": "rain", "name": "get_weather", "tool_call_id": "c"},
        },
        {"text": "Rain.", "steps": [{"text": "Rain.", "toolCalls": []}]},
    ],
    ids=str,
)
def test_an_answer_without_calls_has_none(row):
    """An empty answer, a person and what came back of a call are opened, and nothing is taken for a call."""
    assert read(row) == []


@pytest.mark.parametrize(
    ("holder", "answer"),
    [("choices", WHOLE["openai chat"]), ("choices", WHOLE["inspect"]), ("candidates", WHOLE["gemini"])],
)
def test_alternatives_are_not_added_up(holder, answer):
    """Of several answers the agent went on with one, and which one is not for a check to guess."""
    said = unreadable({**answer, holder: answer[holder] * 2})
    assert said.startswith(f"tool_calls[0].{holder}: 2 alternatives")


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ({"text": "Hm.", "calledTools": [{"name": "f"}]}, "tool_calls[0]"),
        ({"type": "text", "text": "Hm.", "toolcalls": {"f": {}}}, "tool_calls[0]"),
        ({"object": "chat.completion.chunk", "choices": [{"delta": {}}]}, "tool_calls[0].choices[0]"),
        ({"lc": 1, "type": "constructor", "id": ["Document"], "kwargs": {"x": 1}}, "tool_calls[0]"),
        ({"lc": 1, "type": "constructor", "id": [[]], "kwargs": {"x": 1}}, "tool_calls[0]"),
        ({"type": "ai", "data": "x"}, "tool_calls[0]"),
        ({"functionCalls": None, "x": 1}, "tool_calls[0]"),
    ],
    ids=str,
)
def test_what_may_hold_calls_is_not_passed_over(row, place):
    """A row that is like a text or an answer, and may hold calls in a way unknown here, is named."""
    assert unreadable(row).startswith(f"{place}: ")
