"""The tool calls in records: one conversation as each system writes it, what is passed over or refused."""

import json
import time

import pytest
from conversations import BERGEN, BOTH, FLIGHT, IDS, OPENAI_CHAT, SYSTEMS

from checkwright import Case, CheckError, NotExecutable
from checkwright.records import Call, calls

#: Calls that are read of one record.
MOST = 10_000


def of(*rows):
    return calls(Case("", tool_calls=list(rows)))


def read(*rows):
    return [(call.name, call.arguments) for call in of(*rows)]


def unreadable(*rows):
    with pytest.raises(NotExecutable) as caught:
        of(*rows)
    return caught.value.reason


def beyond(*rows):
    with pytest.raises(CheckError) as caught:
        of(*rows)
    return caught.value.message


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_conversation_of_each_system_is_read(system):
    """The calls are found in order, each once with its id, and nothing else is taken for one."""
    assert of(*SYSTEMS[system]) == tuple(
        Call(name, arguments, index, ident)
        for index, ((name, arguments), ident) in enumerate(zip(BOTH, IDS[system], strict=True))
    )


@pytest.mark.parametrize(
    ("arguments", "read_as"),
    [
        ("", {}),
        (" \n", {}),
        (None, {}),
        ("null", {}),
        (" null\n", {}),
        ('"null"', "not an object"),
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
def test_arguments_are_an_object_or_its_text(arguments, read_as):
    """Text is decoded once and strictly; of what is no object the arguments are unknown, not none."""
    (call,) = of({"name": "f", "arguments": arguments})
    if isinstance(read_as, dict):
        assert (call.arguments, call.unknown) == (read_as, None)
    else:
        assert call.arguments is None
        assert read_as in call.unknown
    assert call.unread_keys == ()


@pytest.mark.parametrize(
    "row",
    [
        {"name": "f"},
        {"name": "f", "arguments": None, "strict": True},
        {"type": "tool_use", "id": "t", "name": "f", "cache_control": {"type": "ephemeral"}},
        {"type": "tool_call", "toolCallId": "c", "toolName": "f", "index": 0, "status": "completed"},
        {"name": "f", "output": "3 hits", "started_at": 1, "duration_ms": 5, "tool_inputs": None},
        {"functionCall": {"name": "f"}, "thoughtSignature": "CiQB"},
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "f", "_meta": {}}},
    ],
    ids=str,
)
def test_a_call_without_arguments_has_none(row):
    """Where nothing but a name and bookkeeping stands, the call has no arguments."""
    (call,) = of(row)
    assert (call.name, call.arguments, call.unknown, call.unread_keys) == ("f", {}, None, ())


@pytest.mark.parametrize(
    ("row", "keys"),
    [
        ({"name": "f", "tool_kwargs": {"id": 7}}, ("tool_kwargs",)),
        ({"id": "c", "name": "f", "inputs": {"id": 7}, "output": "x"}, ("inputs",)),
        (
            {"type": "function", "function": {"name": "f", "arguments_json": "{}", "q": 1}},
            ("arguments_json", "q"),
        ),
        ({"name": "f", "action_input": {"id": 7}}, ("action_input",)),
    ],
    ids=str,
)
def test_arguments_under_other_keys_are_unknown(row, keys):
    """Where something else stands beside the name, the arguments are unknown, and the keys are named."""
    (call,) = of(row)
    assert (call.name, call.arguments, call.unread_keys) == ("f", None, keys)
    assert all(repr(key) in call.unknown for key in keys)


@pytest.mark.parametrize(
    "key",
    [
        "arguments",
        "args",
        "input",
        "parameters",
        "input_parameters",
        "tool_input",
        "tool_args",
        "kwargs",
        "params",
    ],
)
@pytest.mark.parametrize("given", [FLIGHT, json.dumps(FLIGHT)], ids=["object", "text"])
def test_arguments_stand_under_many_keys(key, given):
    """Each system has a key of its own for the arguments, beside the name or beside what holds it."""
    rows = [
        {"name": "flight_status", key: given},
        {"function": {"name": "flight_status", key: given}},
        {"type": "function", "function": {"name": "flight_status"}, key: given},
        {"role": "assistant", "name": "flight_status", key: given},
        {"name": "flight_status", "args": [], key: given},
    ]
    assert read(*rows) == BOTH[1:] * len(rows)


def test_of_two_keys_of_arguments_the_surest_counts():
    """An empty value steps aside for one that is not; what is no object hides none that stands behind it."""
    assert read({"name": "f", "params": {"a": 1}, "arguments": {"b": 2}}) == [("f", {"b": 2})]
    assert read({"name": "f", "arguments": "null", "kwargs": {"a": 1}}) == [("f", {"a": 1})]
    assert read({"name": "f", "args": ["x"], "kwargs": {"a": 1}}) == [("f", None)]
    assert read({"name": "f", "args": {}, "kwargs": {}}) == [("f", {})]


def test_parameters_of_a_request_are_no_arguments():
    """What MCP sends under `params` is the call, and what stands beside its name is no argument."""
    request = {"method": "tools/call", "params": {"name": "f", "arguments": {"q": 1}}}
    assert read(request, {**request, "name": "client"}) == [("f", {"q": 1})] * 2
    assert read({"method": "tools/call", "params": {"name": "f"}}) == [("f", {})]


def test_a_message_may_have_parameters_of_its_own():
    """Keys that only some logs have for arguments make no call of a message with content."""
    message = {"role": "assistant", "name": "ann", "content": "Hm.", "params": {"temperature": 0}}
    assert read(message) == []
    assert read({**message, "content": [{"type": "tool_use", "name": "f", "input": {}}]}) == [("f", {})]


SCHEMA = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}


@pytest.mark.parametrize(
    "row",
    [
        {"type": "function", "function": {"name": "f", "description": "Looks.", "parameters": SCHEMA}},
        {"type": "function", "name": "f", "parameters": SCHEMA, "strict": True},
        {"name": "f", "description": "Looks.", "input_schema": SCHEMA},
        {"name": "f", "description": "Looks.", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}},
        {"name": "f", "input_schema": {}},
        {"name": "f", "description": "Looks.", "parameters": {}},
        {"id": "t1", "name": "f", "description": "Looks.", "parameters": {"type": "OBJECT"}},
        {"functionDeclarations": [{"name": "f", "description": "Looks.", "parameters": SCHEMA}]},
        {"toolSpec": {"name": "f", "inputSchema": {"json": SCHEMA}}},
        {"method": "tools/list", "params": {"cursor": "2"}},
        {"result": {"tools": [{"name": "f", "inputSchema": SCHEMA}], "nextCursor": "3"}},
        {"tools": [{"name": "f", "inputSchema": SCHEMA}]},
    ],
    ids=str,
)
def test_a_definition_of_a_tool_is_no_call(row):
    """What could be called was not: a tool with its schema is passed over, wherever it stands."""
    assert read(row, {"role": "assistant", "content": [row, {"name": "g"}]}) == [("g", {})]


@pytest.mark.parametrize(
    "row",
    [
        {"name": "f", "description": "Looks.", "input_parameters": {"place": "Bergen"}},
        {"name": "f", "description": "Looks.", "parameters": {"place": "Bergen"}},
        {"name": "f", "description": "Looks.", "input_schema": SCHEMA, "arguments": {"place": "Bergen"}},
        {"name": "f", "parameters": {"type": "object", "place": "Bergen"}},
        {"id": "c1", "function": {"name": "f", "parameters": SCHEMA}},
        {"name": "f", "arguments": SCHEMA},
    ],
    ids=str,
)
def test_a_call_may_look_like_a_definition(row):
    """A description, or a schema that a tool was given, makes no definition of a call with arguments."""
    ((name, arguments),) = read(row)
    assert name == "f"
    assert arguments


def test_a_list_of_tools_beside_messages_hides_none_of_them():
    """A row with tools and messages, as one sends it, is not passed over but named."""
    assert unreadable({"tools": [], "messages": [{"role": "user"}]}).startswith("tool_calls[0]: ")


@pytest.mark.parametrize("kind", ["tool_calls", "function_call"])
def test_what_a_server_sent_counts_where_nothing_else_does(kind):
    """LangChain keeps a copy of what the server sent: its calls count when the message has no others."""
    sent = {"name": "f", "arguments": '{"q": 1}'}
    extra = {kind: [{"id": "c", "function": sent}] if kind == "tool_calls" else sent}
    for message in (
        {"type": "ai", "content": "", "additional_kwargs": extra, "tool_calls": []},
        {"content": "Hm.", "name": "ann", "additional_kwargs": extra},
        {"type": "ai", "data": {"content": "", "additional_kwargs": extra}},
    ):
        assert read(message) == [("f", {"q": 1})]
    own = {"type": "tool_call", "id": "other", "name": "f", "args": {"q": 1}}
    assert len(of({"type": "ai", "content": "", "additional_kwargs": extra, "tool_calls": [own]})) == 1
    block = {"type": "tool_use", "id": "other", "name": "f", "input": {"q": 1}}
    assert len(of({"type": "ai", "content": [block], "additional_kwargs": extra})) == 1


@pytest.mark.parametrize(
    "kind",
    [
        "text",
        "thinking",
        "reasoning",
        "message",
        "result",
        "file",
        "image",
        "document",
        "TEXT",
        "input_image",
        "TOOL_RESULT",
    ],
)
def test_the_type_of_a_row_may_rule_out_a_call(kind):
    """A file and a document have names, and are passed over with them; so are upper-case types."""
    assert read({"type": kind, "name": "f", "content": "x"}, {"type": kind, "name": "f", "input": {}}) == []
    if kind != "message":
        assert read({"type": kind, "content": "x"}) == []


def test_a_call_may_be_of_a_tool_with_files():
    """Only the whole type rules a call out, not a word in it."""
    for kind in ("file_search_call", "image_generation", "document_tool_use"):
        assert read({"type": kind, "name": "f", "input": {"q": 1}}) == [("f", {"q": 1})]


def test_a_class_of_a_message_is_opened_with_its_name():
    """A LangChain class bears a name beside its fields: it is the class, and no tool."""
    message = {"content": "", "tool_calls": [{"name": "f", "args": {}}]}
    row = {"lc": 1, "type": "constructor", "id": ["AIMessage"], "kwargs": message, "name": "AIMessage"}
    assert read(row) == [("f", {})]


def test_a_custom_tool_takes_free_text():
    """The input of an OpenAI custom tool is no JSON, and the call is known by name only."""
    rows = [
        {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "select 1"},
        {"id": "c", "type": "custom", "custom": {"name": "sql", "input": "select 1"}},
    ]
    assert read(*rows) == [("sql", None)] * 2


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
def test_another_row_is_named(row, place):
    """A row in no known shape makes the record unreadable, and is named with its place."""
    assert unreadable(row).startswith(place)
    assert unreadable({"name": "f"}, row).startswith(place.replace("[0]", "[1]", 1))


def test_a_row_that_nests_too_deep_to_be_shown_is_named():
    """However deep a row in no known shape nests, its place is said."""
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert unreadable({"name": "f"}, deep).startswith("tool_calls[1]: <list, nested very deep> is neither")


def test_a_key_of_null_says_nothing():
    """Systems write out the keys that they do not use: a call stays one beside an answer of null."""
    gemini = dict.fromkeys(("text", "inline_data", "function_response", "executable_code", "thought"))
    part = {**gemini, "function_call": {"id": None, "name": "get_weather", "args": BERGEN}}
    assert read({"role": "model", "parts": [part]}) == BOTH[:1]
    call = {"id": "c", "type": "function", "function": {"name": "flight_status", "arguments": FLIGHT}}
    for ident in (None, ""):
        message = {"role": "assistant", "content": None, "name": None, "tool_call_id": ident}
        assert read({**message, "tool_calls": [call]}) == BOTH[1:]


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
def test_what_stands_beside_calls_is_passed_over(part):
    """Marks of steps, sources, lists of tools and the like are no calls, wherever they stand."""
    assert read(part, {"role": "assistant", "content": [part, {"name": "f"}]}) == [("f", {})]


def test_a_message_has_an_author_and_a_call_has_arguments():
    """What has a role and a name is a message of that author, unless it has arguments."""
    assert read({"role": "assistant", "name": "search", "content": "Hm."}) == []
    assert read({"role": "assistant", "name": "search", "arguments": {"q": 1}}) == [("search", {"q": 1})]


def test_an_id_repeated_within_one_list_is_two_calls():
    """Only what a message gives in two of its lists is one call: some systems number anew each turn."""
    call = {"id": "call_0", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    message = {"role": "assistant", "tool_calls": [call, call]}
    assert len(read(message, message)) == 4
    assert len(read({**message, "content": [{"type": "tool_use", "id": "call_0", "name": "f"}]})) == 2


def test_the_record_of_a_case_is_read_once():
    """Checks of one case share what was read."""
    case = Case("", tool_calls=OPENAI_CHAT)
    assert calls(case) is calls(case)


def test_a_missing_record_is_not_an_empty_one():
    """Without `tool_calls` there is nothing to judge; [] says that no call was made."""
    with pytest.raises(NotExecutable, match=r"^no record: the case has no tool_calls$"):
        calls(Case("Done."))
    assert calls(Case(None, tool_calls=[])) == ()


def test_calls_are_numbered_as_evidence_points_at_them():
    """The index counts the calls that were read, from 0, whatever stands between them."""
    rows = [{"role": "user", "content": "Hi!"}, {"name": "f"}, {"type": "text", "text": "Hm."}, {"name": "g"}]
    assert [(call.index, call.name) for call in of(*rows)] == [(0, "f"), (1, "g")]


def test_limits_are_named():
    """Of 10,000 calls all are read; with one more, or 201 messages in messages, the limit is named."""
    assert len(of(*[{"name": "f"}] * MOST)) == MOST
    assert beyond(*[{"name": "f"}] * (MOST + 1)) == "size limit: the record has more than 10,000 calls"
    deep = {"name": "f"}
    for _ in range(200):
        deep = {"content": [deep]}
    assert len(of(deep)) == 1
    assert beyond({"content": [deep]}) == "depth limit: the record nests more than 200 messages"
    endless = {"role": "assistant"}
    endless["content"] = [endless]
    assert beyond(endless).startswith("depth limit")


def test_a_large_record_is_read_in_linear_time():
    """A megabyte of messages, each with a text and a call, takes no more than a few seconds."""
    message = {"role": "assistant", "content": [{"type": "text", "text": "x" * 40}], "tool_calls": []}
    call = {
        "id": "c",
        "type": "function",
        "function": {"name": "f", "arguments": json.dumps({"q": "x" * 40})},
    }
    rows = [{**message, "tool_calls": [call]}] * 5_000
    started = time.thread_time()
    assert len(read(*rows)) == 5_000
    assert time.thread_time() - started < 5
