"""The formats in which systems record tool calls: tell calls, messages and other rows apart.

A call has a name and arguments, in the row or in an object within:

    OpenAI chat completions    {"type": "function", "function": {"name", "arguments": "{...}"}}
    OpenAI responses           {"type": "function_call", "name", "arguments": "{...}"}
    Anthropic                  {"type": "tool_use", "name", "input": {...}}
    Gemini                     {"functionCall": {"name", "args": {...}}}
    Bedrock                    {"toolUse": {"name", "input": {...}}}
    MCP                        {"method": "tools/call", "params": {"name", "arguments": {...}}}
    LangChain                  {"type": "tool_call", "name", "args": {...}}
    Vercel                     {"type": "tool-call", "toolName", "input": {...}}
    inspect                    {"type": "function", "function": "name", "arguments": {...}}

The response of a model API is read as a message is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .api_responses import MESSAGE_TYPES, messages_in_response
from .arguments import API_ARGUMENTS, ARGUMENTS, FURTHER_ARGUMENTS, arguments_in, unread_keys
from .definitions import is_definition, lists_tools
from .fields import has, is_one_of, type_words

__all__ = [
    "EXTRA",
    "RESULT_LISTS",
    "RESULT_ROLES",
    "TEXTS",
    "RecordedCall",
    "call_in",
    "contents_of",
    "holds_no_call",
    "id_of",
    "is_result",
    "places_of",
    "rpc_id",
]

#: Fields whose object may hold the name and the arguments of a call.
_WITHIN = ("function", "functionCall", "function_call", "toolUse", "toolInvocation", "custom", "params")
#: Fields that hold a name; `function` too, when it is a text.
_NAME = ("name", "toolName")
#: The method of MCP that calls a tool.
_CALLED = "tools/call"
_ID = ("call_id", "toolCallId", "toolUseId", "id")
#: Numbers from here on are no ids.
_LARGE_ID = 10**18
#: Fields of a message that hold its calls.
_HOLDERS = (
    "tool_calls",
    "toolCalls",
    "toolInvocations",
    "function_calls",
    "functionCalls",
    "output",
    "content",
    "parts",
    "message",
)
#: Fields of a message beside which some keys of arguments mean other things.
_MESSAGE = ("content", "tool_calls", "parts")
#: The field in which LangChain keeps what a server sent, calls among it, beside what it read of that.
EXTRA = "additional_kwargs"
#: Fields of a message that hold results of calls, and no calls.
RESULT_LISTS = ("toolResults", "tool_results")
#: Fields of a message that may hold plain text.
TEXTS = frozenset({"output", "content", "parts"})

#: Words in the `type` of a row that is the result of a call, or asks for its approval.
_RESULTS = frozenset({"result", "output", "error", "response", "approval"})
#: Keys of such a row.
_RESULT_KEYS = ("functionResponse", "function_response", "toolResult")
#: Words in the `type` of a part of a message that is no call.
_OTHER_PARTS = frozenset(
    {"text", "thinking", "reasoning", "refusal", "image", "document", "file", "audio", "video"}
)
#: Whole types of rows that are no calls even where they have a name, such as a file.
_NO_CALL = re.compile(
    r"(?:(?:input|output|redacted|summary)[-_ ]?)?"
    r"(?:text|thinking|reasoning|refusal|message|result|file|image|document|audio|video)"
    r"(?:[-_ ]?(?:block|content|delta|part|summary|text|url))?",
    re.IGNORECASE,
)
#: A word in the `type` of every call, whatever is called: image_generation_call.
_CALL = "call"
#: Whole types of parts that are no calls: markers and extra data of Vercel and inspect, files for the tools
#: of Anthropic, and lists of tools.
_OTHER_TYPE = re.compile(r"step-start|source-(?:url|document)|data(?:-.+)?|container_upload|mcp_list_tools")
#: Keys of parts that are no calls, in systems whose parts have no `type`.
_OTHER_KEYS = (
    "text",
    "reasoningContent",
    "citationsContent",
    "guardContent",
    "searchResult",
    "image",
    "document",
    "audio",
    "video",
    "inlineData",
    "inline_data",
    "fileData",
    "file_data",
    "cachePoint",
)
#: Roles of messages that are the result of a call.
RESULT_ROLES = frozenset({"tool", "function"})
#: How the type of a call begins in a Vercel message for a user interface, followed by the tool's name.
_UI_PART = "tool-"


class RecordedCall(NamedTuple):
    """A call as a row writes it.

    arguments: as recorded; None where the call has none.
    unread_keys: where it has none, the keys beside its name under which they may stand all the same.
    """

    name: str
    arguments: Any
    unread_keys: tuple[str, ...] = ()


def call_in(row: Any) -> RecordedCall | None:
    """Return the call in a row, or None when the row is no call."""
    if not isinstance(row, Mapping) or _is_message(row) or is_result(row) or _is_other_part(row):
        return None
    if "jsonrpc" in row and row.get("method") != _CALLED:
        return None
    found = _named_place(row)
    if found is None or is_definition(found[1], has_id=id_of(row) is not None):
        return None
    name, place = found
    arguments = arguments_in(place)
    if arguments is None and place is not row and place is not row.get("params"):
        arguments = arguments_in(row)
    return RecordedCall(name, arguments, () if arguments is not None else unread_keys(place))


def id_of(row: Mapping[str, Any]) -> str | None:
    """Return the id of a call; None when it has none."""
    if "jsonrpc" in row:
        return rpc_id(row)
    for place in places_of(row):
        for key in _ID:
            if isinstance(place.get(key), str):
                ident: str = place[key]
                return ident
    return None


def rpc_id(row: Mapping[str, Any]) -> str | None:
    """Return the id of a row of JSON-RPC, a number as its text; None when it has none."""
    ident = row.get("id")
    if type(ident) is int and abs(ident) < _LARGE_ID:
        return str(ident)
    return ident if isinstance(ident, str) else None


def places_of(row: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a row in which the name and arguments of a call may stand, the surest first."""
    inner = [row[key] for key in _WITHIN if isinstance(row.get(key), Mapping)]
    # In a request of MCP the row itself may bear the name of who sent it.
    yield from (*inner, row) if row.get("method") == _CALLED else (row, *inner)


def holds_no_call(row: Any, *, inside: bool) -> bool:
    """Return whether a row that is no call holds none either: text, thinking, media, the result of a call.

    inside: whether the row stands in one of TEXTS, where plain text is no mistake.
    """
    if not isinstance(row, Mapping):
        return inside and (row is None or isinstance(row, str))
    if is_result(row) or ("jsonrpc" in row and row.get("method") != _CALLED):
        return True
    if contents_of(row) is None and _offers_tools(row):
        return True
    if has(row, ("tool_calls", "parts")):
        return False
    kind = type_words(row)
    if _CALL in kind or _may_hold_calls(row):
        return False
    if kind:
        return (
            not _OTHER_PARTS.isdisjoint(kind)
            or _OTHER_TYPE.fullmatch(row["type"]) is not None
            or ("message" in kind and contents_of(row) is None)
        )
    return has(row, _OTHER_KEYS) and contents_of(row) is None


def contents_of(row: Any) -> list[tuple[str, Sequence[Any]]] | None:
    """Return the lists in a message or an API response, each with its name; None when the row is neither."""
    if not isinstance(row, Mapping):
        return None
    answer = messages_in_response(row)
    if answer is not None:
        return [answer]
    found: list[tuple[str, Sequence[Any]]] = []
    if "role" in row:
        found += [(key, [{key: row[key]}]) for key in ("function_call",) if isinstance(row.get(key), Mapping)]
    for key in _HOLDERS:
        held = row.get(key)
        if isinstance(held, list | tuple):
            found.append((key, held))
        elif isinstance(held, Mapping):
            found.append((key, [held]))
        elif key in row and (key in TEXTS or key == "tool_calls"):
            found.append((key, ()))
    found += _sent(row)
    if not found and row.keys() == {"role"}:
        return [("parts", ())]
    if not found:
        return None
    lists = ((key, row.get(key)) for key in RESULT_LISTS)
    return found + [(key, held) for key, held in lists if isinstance(held, list | tuple)]


def _sent(row: Mapping[str, Any]) -> list[tuple[str, Sequence[Any]]]:
    """Return the calls in the extra data of a LangChain message."""
    extra = row.get(EXTRA)
    if not isinstance(extra, Mapping):
        return []
    calls, call = extra.get("tool_calls"), extra.get("function_call")
    return [
        *([(EXTRA, calls)] if isinstance(calls, list | tuple) else []),
        *([(EXTRA, [{"function_call": call}])] if isinstance(call, Mapping) and not calls else []),
    ]


def _offers_tools(row: Mapping[str, Any]) -> bool:
    """Return whether a row defines or lists tools."""
    found = _named_place(row)
    if found is None:
        return lists_tools(row)
    return is_definition(found[1], has_id=id_of(row) is not None)


def _is_other_part(row: Mapping[str, Any]) -> bool:
    """Return whether the type of a row says that it is no call, whatever has a name in it."""
    kind = row.get("type")
    return isinstance(kind, str) and _NO_CALL.fullmatch(kind) is not None


def _named_place(row: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
    """Return the name of a call or a tool, and the object in which it stands; None when there is none."""
    named = ((_name(place), place) for place in places_of(row))
    return next(((name, place) for name, place in named if name is not None), None)


def _may_hold_calls(row: Mapping[str, Any]) -> bool:
    """Return whether the row has a field with "call" in its name that is not empty."""
    return any(
        isinstance(value, Mapping | list | tuple) and value and isinstance(key, str) and _CALL in key.lower()
        for key, value in row.items()
    )


def _is_message(row: Mapping[str, Any]) -> bool:
    """Return whether a row is a message; its `name` may be that of its author."""
    if row.get("type") == "constructor" and isinstance(row.get("kwargs"), Mapping):
        return True
    further = () if any(key in row for key in _MESSAGE) else FURTHER_ARGUMENTS
    if any(key in row for key in API_ARGUMENTS) or has(row, further):
        return False
    return (
        isinstance(row.get("role"), str)
        or "tool_calls" in row
        or isinstance(row.get(EXTRA), Mapping)
        or is_one_of(row, "type", MESSAGE_TYPES)
    )


def is_result(row: Mapping[str, Any]) -> bool:
    """Return whether a row is the result of a call; it may repeat the name of the tool."""
    if is_one_of(row, "role", RESULT_ROLES) or has(row, _RESULT_KEYS):
        return True
    if "content" in row and (row.get("tool_call_id") or _is_langchain_result(row)):
        return True
    return not _RESULTS.isdisjoint(type_words(row)) and _tool_of_ui_part(row) is None


def _is_langchain_result(row: Mapping[str, Any]) -> bool:
    return row.get("type") == "function" and not any(key in row for key in (*ARGUMENTS, "function"))


def _name(place: Mapping[str, Any]) -> str | None:
    for key in (*_NAME, "function"):
        name = place.get(key)
        if isinstance(name, str) and name:
            return name
    return _tool_of_ui_part(place)


def _tool_of_ui_part(row: Mapping[str, Any]) -> str | None:
    kind = row.get("type")
    if isinstance(kind, str) and kind.startswith(_UI_PART) and "toolCallId" in row and "state" in row:
        return kind.removeprefix(_UI_PART) or None
    return None
