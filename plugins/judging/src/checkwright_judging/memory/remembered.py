"""Remembered: a reply that could be read, as JSON keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..judge import JudgeReply, Usage

__all__ = ["Remembered", "remembered_data", "remembered_from"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is kept of an answer.

    reply: its text unchanged, so that it reads the same again; latency and request id are not kept.
    asks: 1, or 2 when the first reply could not be read. dropped_parameters: those that the server refused.
    """

    reply: JudgeReply
    asks: int = 1
    dropped_parameters: tuple[str, ...] = ()


def remembered_data(remembered: Remembered) -> dict[str, Any]:
    """Return it as JSON: `reply`, `asks` and `dropped_parameters`."""
    reply, usage = remembered.reply, remembered.reply.usage
    tokens = None if usage is None else [usage.input_tokens, usage.output_tokens, usage.reasoning_tokens]
    return {
        "reply": {
            "text": reply.text,
            "finish_reason": reply.finish_reason,
            "model": reply.model,
            "usage": None if tokens is None else dict(zip(_TOKENS, tokens, strict=True)),
        },
        "asks": remembered.asks,
        "dropped_parameters": list(remembered.dropped_parameters),
    }


def remembered_from(data: Mapping[str, Any]) -> Remembered:
    """Return what `remembered_data` gave; other keys are passed over.

    Raises:
        ValueError: it did not give this; the message names the field.
    """
    reply = _field(data, "reply", dict)
    usage = _field(reply, "usage", dict, None)
    dropped = _field(data, "dropped_parameters", list)
    if not all(isinstance(name, str) for name in dropped):
        raise ValueError("dropped_parameters: expected names")
    return Remembered(
        JudgeReply(
            _field(reply, "text", str),
            _field(reply, "finish_reason", str, None),
            _field(reply, "model", str, None),
            None if usage is None else _usage(usage),
        ),
        _field(data, "asks", int),
        tuple(dropped),
    )


_TOKENS = ("input_tokens", "output_tokens", "reasoning_tokens")


def _usage(data: Mapping[str, Any]) -> Usage:
    sent, replied, reasoning = _TOKENS
    return Usage(_field(data, sent, int), _field(data, replied, int), _field(data, reasoning, int, None))


def _field(data: Mapping[str, Any], name: str, kind: type, *instead: None) -> Any:
    """Return a field of a type; instead: None, where it may be null."""
    value = data.get(name)
    if (value is None and instead) or type(value) is kind:
        return value
    raise ValueError(f"{name}: expected {_CALLED[kind]}")


_CALLED: Mapping[type, str] = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
