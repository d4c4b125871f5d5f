"""What a request says: an ask as the body of a chat completion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from checkwright_judging.judge import JudgeRequest, Output

__all__ = ["RESERVED", "RESPONSE_FORMAT", "body_of", "names_in"]

RESPONSE_FORMAT = "response_format"
#: What a profile cannot set by its parameters: all of it comes from elsewhere, and replies do not stream.
RESERVED = frozenset({"messages", "model", RESPONSE_FORMAT, "stream", "stream_options"})
#: The name that a server wants for a schema.
_SCHEMA_NAME = "reply"


def body_of(request: JudgeRequest) -> dict[str, Any]:
    """Return the body of a request; values of plain JSON types."""
    body: dict[str, Any] = {
        **_plain(request.parameters),
        "model": request.model,
        "messages": [{"role": message.role, "content": message.content} for message in request.messages],
    }
    if request.output is Output.JSON_OBJECT:
        body[RESPONSE_FORMAT] = {"type": "json_object"}
    elif request.output is Output.JSON_SCHEMA:
        schema = {"name": _SCHEMA_NAME, "schema": _plain(request.schema), "strict": True}
        body[RESPONSE_FORMAT] = {"type": "json_schema", "json_schema": schema}
    return body


def names_in(body: Mapping[str, Any]) -> frozenset[str]:
    """Return the names in a body that a server may refuse and that can be left out."""
    return frozenset(body) - {"messages", "model"}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value
