"""Records: the lines of files that are recorded and replayed.

The first line is {"format": "replies of judges", "version": 1}; each other one is an object of

- `key`: sha256 in hex over profile, model, output mode, messages and parameters, see `Asked.portable`;
- `profile`, `model`, `messages_sha256`: for people who look for a record;
- `reply`: `text`, `finish_reason`, `model` that answered and `usage`, as the server gave them;
- `asks`, `dropped_parameters`: what it took.

Neither a key of a service nor an endpoint nor anything that a service names a request by stands in it.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from .asked import Asked
from .remembered import Remembered, remembered_data, remembered_from

__all__ = ["RECORDS", "record_of", "take_record"]

#: The format, as the first line names it.
RECORDS = "replies of judges"


def record_of(asked: Asked, remembered: Remembered) -> dict[str, Any]:
    """Return the line of a reply."""
    return {
        "key": asked.portable,
        "profile": asked.profile,
        "model": asked.model,
        "messages_sha256": asked.messages_sha256,
        **remembered_data(remembered),
    }


def take_record(line: Mapping[str, Any], kept: MutableMapping[str, Remembered]) -> None:
    """Put the reply of a line under its key, unless an earlier line has the same.

    Raises:
        ValueError: it is no line of a reply; the message says why.
    """
    key = line.get("key")
    if not isinstance(key, str):
        raise ValueError("key: expected a text")
    kept.setdefault(key, remembered_from(line))
