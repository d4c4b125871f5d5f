"""Read the body of an error, in the shapes that servers with the OpenAI API give it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .received import Received, inner, text_or_none

__all__ = ["ServerError", "error_in", "read_error"]


@dataclass(frozen=True, slots=True)
class ServerError:
    """What a server says of an error, as it says it.

    message: its words; "" when it has none. codes: its code, type and inner code, in lower case, those that
    are texts. param: the name that it blames. extra: names that it does not know, from a list of faults.
    """

    message: str = ""
    codes: frozenset[str] = frozenset()
    param: str | None = None
    extra: tuple[str, ...] = ()


def read_error(received: Received) -> ServerError:
    """Return what a response with an error says; never raises."""
    try:
        return error_in(received.json())
    except ValueError:
        return ServerError(received.text)


def error_in(body: Any) -> ServerError:
    """Return the error in a body that was read: `{"error": ...}`, the error itself, or a list of faults."""
    if isinstance(body, list) and body:
        body = body[0]
    error = inner(body, "error") or body
    if isinstance(error, str):
        return ServerError(error)
    code, kind, deeper = inner(error, "code"), inner(error, "type"), inner(error, "innererror", "code")
    faults = inner(error, "detail")
    words = inner(error, "message") or inner(body, "message") or faults
    if isinstance(faults, list):
        words = "; ".join(filter(None, (text_or_none(inner(fault, "msg")) for fault in faults)))
    return ServerError(
        words if isinstance(words, str) else "",
        frozenset(one.lower() for one in (code, kind, deeper) if isinstance(one, str)),
        text_or_none(inner(error, "param")),
        tuple(_unknown(faults)) if isinstance(faults, list) else (),
    )


def _unknown(faults: list[Any]) -> Iterator[str]:
    """Return the names of fields that are not known. Source: the errors of FastAPI and pydantic."""
    for fault in faults:
        place = inner(fault, "loc")
        if inner(fault, "type") in ("extra_forbidden", "value_error.extra") and isinstance(place, list):
            yield from (name for name in place[1:2] if isinstance(name, str))
