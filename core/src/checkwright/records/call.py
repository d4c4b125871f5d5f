"""A tool call that an agent made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Call"]


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of a record.

    name: of the tool, as recorded.
    arguments: an object, {} when the call has none; None when they are unknown.
    index: the place among the calls of the record, from 0; what evidence of the kind "tool_call" points at.
    id: by which its result names it; None when the record gives it none.
    unknown: why the arguments are unknown, in one line: they are no object and no text of one in strict
        JSON, or they stand under none of the keys that are read; None when they are known.
    unread_keys: in the second case, the keys that were found instead.
    """

    name: str
    arguments: Mapping[str, Any] | None
    index: int
    id: str | None = None
    unknown: str | None = None
    unread_keys: tuple[str, ...] = ()
