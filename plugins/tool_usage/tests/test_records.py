"""The records of the field: one conversation as each system writes it, and what is passed over or refused."""

import json
import time

import pytest

from checkwright import Case
from checkwright_tool_usage.record import CALLS, read_record

ASKED = "What is the weather in Bergen, and is flight SK4151 on time?"
BERGEN = {"city": "Bergen", "days": 2}
FLIGHT = {"number": "SK4151"}
BOTH = [("get_weather", BERGEN), ("flight_status", FLIGHT)]

OPENAI_CHAT = [
    {"role": "system", "content": "You are a travel assistant."},
    {"role": "user", "content": ASKED, "name": "ingrid"},
    {
        "role": "assistant",
        "content": None,
        "refusal": None,
        "annotations": [],
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
    },
    {"role": "tool", "tool_call_id": "call_Qm2vXk0c", "content": '{"sky":"rain"}'},
    {"role": "tool", "tool_call_id": "call_7fHn1tBz", "content": "on time"},
    {"role": "assistant", "content": "Rain, and it is on time."},
]
OPENAI_CHAT_OLD = [
    {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "get_weather", "arguments": '{"city":"Bergen","days":2}'},
    },
    {"role": "function", "name": "get_weather", "content": '{"sky":"rain"}'},
    {
        "role": "assistant",
        "content": None,
        "function_call": {"name": "flight_status", "arguments": '{"number":"SK4151"}'},
    },
]
OPENAI_RESPONSES = [
    {
        "id": "resp_68af40",
        "object": "response",
        "status": "completed",
        "output": [
            {"id": "rs_68af41", "type": "reasoning", "summary": [], "content": None},
            {
                "id": "fc_68af42",
                "type": "function_call",
                "status": "completed",
                "call_id": "call_k2Ww",
                "name": "get_weather",
                "arguments": '{"city":"Bergen","days":2}',
            },
            {
                "id": "mcp_68af43",
                "type": "mcp_call",
                "server_label": "airline",
                "name": "flight_status",
                "arguments": '{"number":"SK4151"}',
                "output": "on time",
                "error": None,
            },
        ],
    },
    {"type": "function_call_output", "call_id": "call_k2Ww", "output": '{"sky":"rain"}'},
    {
        "id": "msg_68af44",
        "type": "message",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "Rain, and on time.", "annotations": []}],
    },
]
ANTHROPIC = [
    {"role": "user", "content": ASKED},
    {
        "id": "msg_01XFD",
        "type": "message",
        "role": "assistant",
        "model": "claude",
        "content": [
            {"type": "thinking", "thinking": "Two look-ups.", "signature": "EqQB"},
            {"type": "redacted_thinking", "data": "EmwK"},
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "id": "toolu_01A", "name": "get_weather", "input": BERGEN},
            {"type": "server_tool_use", "id": "srvtoolu_01B", "name": "flight_status", "input": FLIGHT},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01B", "content": [{"title": "SAS"}]},
        ],
        "stop_reason": "tool_use",
    },
    {
        "role": "user",
        "content": [
            {
                "type": "tool_result",
                "tool_use_id": "toolu_01A",
                "content": [{"type": "text", "text": "rain"}],
                "is_error": False,
            }
        ],
    },
]
GEMINI = [
    {"role": "user", "parts": [{"text": ASKED}, {"inlineData": {"mimeType": "image/png", "data": "iVBO"}}]},
    {
        "content": {
            "role": "model",
            "parts": [
                {"text": "Two look-ups.", "thought": True},
                {"functionCall": {"name": "get_weather", "args": BERGEN}, "thoughtSignature": "CiQB"},
                {"functionCall": {"id": "fc-2", "name": "flight_status", "args": FLIGHT}},
            ],
        },
        "finishReason": "STOP",
        "index": 0,
    },
    {
        "role": "user",
        "parts": [{"functionResponse": {"name": "get_weather", "response": {"sky": "rain"}}}],
    },
]
BEDROCK = [
    {"role": "user", "content": [{"text": ASKED}, {"cachePoint": {"type": "default"}}]},
    {
        "output": {
            "message": {
                "role": "assistant",
                "content": [
                    {"reasoningContent": {"reasoningText": {"text": "Two look-ups.", "signature": "x"}}},
                    {"text": "Let me look."},
                    {"toolUse": {"toolUseId": "tooluse_Zx", "name": "get_weather", "input": BERGEN}},
                    {"toolUse": {"toolUseId": "tooluse_Qy", "name": "flight_status", "input": FLIGHT}},
                ],
            }
        },
        "stopReason": "tool_use",
        "usage": {"inputTokens": 7, "outputTokens": 3, "totalTokens": 10},
    },
    {
        "role": "user",
        "content": [
            {
                "toolResult": {
                    "toolUseId": "tooluse_Zx",
                    "content": [{"json": {"sky": "rain"}}],
                    "status": "success",
                }
            }
        ],
    },
]
MCP = [
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "clientInfo": {"name": "host", "version": "1"}},
    },
    {"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "tour", "arguments": {}}},
    {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": "get_weather", "arguments": BERGEN, "_meta": {"progressToken": 2}},
    },
    {"jsonrpc": "2.0", "id": 2, "result": {"content": [{"type": "text", "text": "rain"}], "isError": False}},
    {
        "jsonrpc": "2.0",
        "id": 3,
        "method": "tools/call",
        "params": {"name": "flight_status", "arguments": FLIGHT},
    },
]
LANGCHAIN = [
    {"type": "human", "content": ASKED, "name": None, "id": "h1"},
    {
        "type": "ai",
        "name": "travel_agent",
        "id": "run-1",
        "content": [
            "Let me look.",
            {"type": "tool_use", "id": "toolu_01A", "name": "get_weather", "input": BERGEN},
        ],
        "additional_kwargs": {},
        "tool_calls": [
            {"name": "get_weather", "args": BERGEN, "id": "toolu_01A", "type": "tool_call"},
            {"name": "flight_status", "args": FLIGHT, "id": "toolu_01B", "type": "tool_call"},
        ],
        "invalid_tool_calls": [],
    },
    {
        "type": "tool",
        "name": "get_weather",
        "content": "rain",
        "tool_call_id": "toolu_01A",
        "status": "success",
    },
]
VERCEL = [
    {"role": "user", "content": [{"type": "text", "text": ASKED}]},
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "Two look-ups."},
            {"type": "tool-call", "toolCallId": "c1", "toolName": "get_weather", "input": BERGEN},
            {"type": "tool-call", "toolCallId": "c2", "toolName": "flight_status", "input": FLIGHT},
        ],
    },
    {
        "role": "tool",
        "content": [
            {
                "type": "tool-result",
                "toolCallId": "c1",
                "toolName": "get_weather",
                "output": {"type": "text", "value": "rain"},
            }
        ],
    },
]
VERCEL_STEPS = [
    {"type": "tool-call", "toolCallId": "c1", "toolName": "get_weather", "args": BERGEN},
    {
        "type": "tool-result",
        "toolCallId": "c1",
        "toolName": "get_weather",
        "args": BERGEN,
        "result": "rain",
    },
    {"type": "tool-call", "toolCallId": "c2", "toolName": "flight_status", "args": FLIGHT},
    {"type": "tool-error", "toolCallId": "c2", "toolName": "flight_status", "input": FLIGHT, "error": "503"},
]
VERCEL_PAGE = [
    {
        "id": "m1",
        "role": "assistant",
        "parts": [
            {"type": "text", "text": "Let me look.", "state": "done"},
            {
                "type": "tool-get_weather",
                "toolCallId": "c1",
                "state": "output-available",
                "input": BERGEN,
                "output": "rain",
            },
            {
                "type": "dynamic-tool",
                "toolName": "flight_status",
                "toolCallId": "c2",
                "state": "output-error",
                "input": FLIGHT,
                "errorText": "503",
            },
        ],
    }
]
INSPECT = [
    {"id": "Yx1", "content": ASKED, "source": "input", "role": "user"},
    {
        "id": "Yx2",
        "content": [{"type": "reasoning", "reasoning": "Two look-ups."}, {"type": "text", "text": "Hm."}],
        "source": "generate",
        "role": "assistant",
        "tool_calls": [
            {"id": "call_1", "function": "get_weather", "arguments": BERGEN, "type": "function"},
            {"id": "call_2", "function": "flight_status", "arguments": FLIGHT, "type": "function"},
        ],
        "model": "openai/gpt",
    },
    {"id": "Yx3", "content": "rain", "role": "tool", "tool_call_id": "call_1", "function": "get_weather"},
]
OLLAMA = [
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"function": {"index": 0, "name": "get_weather", "arguments": BERGEN}},
            {"function": {"index": 1, "name": "flight_status", "arguments": FLIGHT}},
        ],
    }
]
SYSTEMS = {
    "openai chat": OPENAI_CHAT,
    "openai chat, function_call": OPENAI_CHAT_OLD,
    "openai responses": OPENAI_RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
    "bedrock": BEDROCK,
    "mcp": MCP,
    "langchain": LANGCHAIN,
    "vercel": VERCEL,
    "vercel steps": VERCEL_STEPS,
    "vercel page": VERCEL_PAGE,
    "inspect": INSPECT,
    "ollama": OLLAMA,
}


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_conversation_of_each_system_is_read(calls, system):
    """The calls are found in order, each once, and nothing else is taken for one."""
    assert calls(*SYSTEMS[system]) == BOTH


@pytest.mark.parametrize(
    ("arguments", "read_as"),
    [
        ("", {}),
        (None, {}),
        ({}, {}),
        ('{"q": 1.50}', {"q": 1.5}),
        ('{"q": 1, "q": 2}', "duplicate key 'q'"),
        ('{"q": NaN}', "NaN"),
        ("{'q': 1}", ""),
        ("[1]", "not an object"),
        ("rm -rf build", ""),
        ('"{}"', "not an object"),
        ([], "not an object"),
        (5, "not an object"),
        (f"{'[' * 300}{']' * 300}", "nested deeper than 200 levels"),
    ],
)
def test_arguments_are_an_object_or_its_text(calls, arguments, read_as):
    """Text is decoded once and strictly; what is no object has none of its arguments read."""
    ((_, found),) = calls({"name": "f", "arguments": arguments})
    if isinstance(read_as, dict):
        assert found == read_as
    else:
        assert isinstance(found, str)
        assert read_as in found


def test_a_custom_tool_takes_free_text(calls):
    """The input of an OpenAI custom tool is no JSON, and the call is known by name only."""
    rows = [
        {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "select 1"},
        {"id": "c", "type": "custom", "custom": {"name": "sql", "input": "select 1"}},
    ]
    assert [(name, type(arguments)) for name, arguments in calls(*rows)] == [("sql", str)] * 2


@pytest.mark.parametrize(
    ("row", "place"),
    [
        ("search", "tool_calls[0]: 'search' is neither"),
        (7, "tool_calls[0]: 7"),
        (None, "tool_calls[0]: None"),
        ({}, "tool_calls[0]: {}"),
        ({"tool": "search"}, "tool_calls[0]: {'tool'"),
        ({"name": ""}, "tool_calls[0]: {'name': ''}"),
        ({"name": 5, "type": ["text"]}, "tool_calls[0]"),
        ({"type": "web_search_call", "id": "ws_1", "status": "completed"}, "tool_calls[0]"),
        ({"type": "file_search_call", "id": "fs_1", "queries": ["lamp"], "results": None}, "tool_calls[0]"),
        ({"type": "image_generation_call", "id": "ig_1", "result": "iVBO"}, "tool_calls[0]"),
        ({"text": None, "executable_code": {"code": "1", "language": "PYTHON"}}, "tool_calls[0]: {'text'"),
        (
            {"role": "assistant", "content": [{"type": "text"}, {"x": 1}]},
            "tool_calls[0].content[1]: {'x': 1}",
        ),
        ({"role": "assistant", "tool_calls": ["search"]}, "tool_calls[0].tool_calls[0]: 'search'"),
    ],
)
def test_another_row_is_named(read, row, place):
    """A row in no known shape makes the record unreadable, and is named with its place."""
    assert read(row).unreadable.startswith(place)
    assert read({"name": "f"}, row).unreadable.startswith(place.replace("[0]", "[1]", 1))


def test_a_row_that_nests_too_deep_to_be_shown_is_named(read):
    """However deep a row in no known shape nests, its place is said."""
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert read({"name": "f"}, deep).unreadable.startswith(
        "tool_calls[1]: <list, nested very deep> is neither"
    )


def test_a_key_of_null_says_nothing(calls):
    """Systems write out the keys that they do not use: a call stays one beside an answer of null."""
    gemini = dict.fromkeys(("text", "inline_data", "function_response", "executable_code", "thought"))
    part = {**gemini, "function_call": {"id": None, "name": "get_weather", "args": BERGEN}}
    assert calls({"role": "model", "parts": [part]}) == BOTH[:1]
    call = {"id": "c", "type": "function", "function": {"name": "flight_status", "arguments": FLIGHT}}
    for ident in (None, ""):
        message = {"role": "assistant", "content": None, "name": None, "tool_call_id": ident}
        assert calls({**message, "tool_calls": [call]}) == BOTH[1:]


@pytest.mark.parametrize(
    "part",
    [
        {"type": "step-start"},
        {"type": "source-url", "sourceId": "s1", "url": "https://example.org", "title": "Bergen"},
        {"type": "source-document", "sourceId": "s2", "mediaType": "text/plain", "title": "Bergen"},
        {"type": "data-weather", "data": {"sky": "rain"}},
        {"type": "container_upload", "file_id": "file_1"},
        {"type": "mcp_list_tools", "server_label": "airline", "tools": [{"name": "flight_status"}]},
        {"citationsContent": {"content": [{"text": "Rain."}], "citations": []}},
        {"guardContent": {"text": {"text": "Rain."}}},
        {"searchResult": {"source": "s", "title": "Bergen", "content": [{"text": "Rain."}]}},
    ],
    ids=str,
)
def test_what_stands_beside_calls_is_passed_over(calls, part):
    """Marks of steps, sources, lists of tools and the like are no calls, wherever they stand."""
    assert calls(part, {"role": "assistant", "content": [part, {"name": "f"}]}) == [("f", {})]


def test_a_message_has_an_author_and_a_call_has_arguments(calls):
    """What has a role and a name is a message of that author, unless it has arguments."""
    assert calls({"role": "assistant", "name": "search", "content": "Hm."}) == []
    assert calls({"role": "assistant", "name": "search", "arguments": {"q": 1}}) == [("search", {"q": 1})]


def test_an_id_repeated_within_one_list_is_two_calls(calls):
    """Only what a message gives in two of its lists is one call: some systems number anew each turn."""
    call = {"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    message = {"role": "assistant", "tool_calls": [call, call]}
    assert len(calls(message, message)) == 4
    assert len(calls({**message, "content": [{"type": "tool_use", "id": "call_0", "name": "f"}]})) == 2


def test_the_record_of_a_case_is_read_once():
    """Checks of one case share what was read."""
    case = Case("", tool_calls=OPENAI_CHAT)
    assert case.memo(read_record) is case.memo(read_record)
    assert read_record(Case("")) is None


def test_limits_are_named(read):
    """Of 10,000 calls all are read; with one more, or 201 messages in messages, the limit is named."""
    assert len(read(*[{"name": "f"}] * CALLS).calls) == CALLS
    assert read(*[{"name": "f"}] * (CALLS + 1)).exceeds == "size limit: the record has more than 10,000 calls"
    deep = {"name": "f"}
    for _ in range(200):
        deep = {"content": [deep]}
    assert len(read(deep).calls) == 1
    assert read({"content": [deep]}).exceeds == "depth limit: the record nests more than 200 messages"
    endless = {"role": "assistant"}
    endless["content"] = [endless]
    assert read(endless).exceeds is not None


def test_a_large_record_is_read_in_linear_time(calls):
    """A megabyte of messages, each with a text and a call, takes no more than a few seconds."""
    message = {"role": "assistant", "content": [{"type": "text", "text": "x" * 40}], "tool_calls": []}
    call = {
        "id": "c",
        "type": "function",
        "function": {"name": "f", "arguments": json.dumps({"q": "x" * 40})},
    }
    rows = [{**message, "tool_calls": [call]}] * 5_000
    started = time.thread_time()
    assert len(calls(*rows)) == 5_000
    assert time.thread_time() - started < 5
