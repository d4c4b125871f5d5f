"""The arguments of a recorded call: the keys under which they stand, and what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ..replies.broken import Broken
from ..replies.strict_json import parse_json
from .fields import words

__all__ = [
    "API_ARGUMENTS",
    "ARGUMENTS",
    "FURTHER_ARGUMENTS",
    "Arguments",
    "arguments_in",
    "read_arguments",
    "unread_keys",
]

#: Keys of arguments in the formats of model APIs.
API_ARGUMENTS = ("arguments", "args", "input", "parameters")
#: Keys of arguments in the logs of agents and graders; some mean other things beside the text of a message.
FURTHER_ARGUMENTS = ("input_parameters", "tool_input", "tool_args", "kwargs", "params")
#: All keys under which arguments are read, the surest first.
ARGUMENTS = API_ARGUMENTS + FURTHER_ARGUMENTS

#: Words in the keys that may stand beside the name of a call that has no arguments.
_BOOKKEEPING = frozenset(
    [
        "agent",
        "approval",
        "at",
        "cache",
        "caller",
        "duration",
        "dynamic",
        "elapsed",
        "error",
        "executed",
        "id",
        "ids",
        "index",
        "invalid",
        "jsonrpc",
        "latency",
        "meta",
        "metadata",
        "method",
        "model",
        "ms",
        "namespace",
        "output",
        "provider",
        "result",
        "role",
        "run",
        "seconds",
        "server",
        "signature",
        "state",
        "status",
        "step",
        "thought",
        "time",
        "timestamp",
        "timing",
        "title",
        "turn",
        "type",
    ]
)
#: Keys of the name of a call.
_NAMES = frozenset({"name", "toolName", "function"})

#: The arguments, or the reason why they are no object of strict JSON.
Arguments: TypeAlias = Mapping[str, Any] | str


def arguments_in(place: Mapping[str, Any]) -> Any:
    """Return what stands under the first key of arguments that is not empty; None when there is no key.

    Where all are empty it is the first one: some write `args: []` beside `kwargs: {...}`.
    """
    given = [place[key] for key in ARGUMENTS if place.get(key) is not None]
    return next((value for value in given if not _is_empty(value)), given[0] if given else None)


def unread_keys(place: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys in which the arguments of a call without known ones may stand."""
    if any(key in place for key in ARGUMENTS):
        return ()
    return tuple(
        key
        for key, value in place.items()
        if value is not None
        and isinstance(key, str)
        and key not in _NAMES
        and _BOOKKEEPING.isdisjoint(words(key))
    )


def read_arguments(given: Any) -> Arguments:
    """Read arguments that are an object or the JSON text of one; missing ones, null and blank text are {}."""
    if isinstance(given, str):
        if not given.strip():
            return {}
        read = parse_json(given)
        if isinstance(read, Broken):
            return read.reason
        given = read.value
    if given is None:
        return {}
    return given if isinstance(given, Mapping) else "not an object"


def _is_empty(value: Any) -> bool:
    if isinstance(value, str):
        return not value.strip() or value.strip() == "null"
    return isinstance(value, Mapping | list | tuple) and not value
