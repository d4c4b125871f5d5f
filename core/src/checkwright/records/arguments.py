"""Read the arguments of a recorded call: an object, or the reason why they are none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ..replies.broken import Broken
from ..replies.strict_json import parse_json

__all__ = ["Arguments", "read_arguments"]

#: The arguments, or the reason why they are no object of strict JSON.
Arguments: TypeAlias = Mapping[str, Any] | str


def read_arguments(given: Any) -> Arguments:
    """Read arguments that are an object or the JSON text of one; missing ones and "" are read as {}."""
    if given is None or given == "":
        return {}
    if isinstance(given, str):
        read = parse_json(given)
        if isinstance(read, Broken):
            return read.reason
        given = read.value
    return given if isinstance(given, Mapping) else "not an object"
