"""The text of a field: what stands there as it is, anything else as JSON, or why it is shown to no judge."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from checkwright.text import lone_surrogate

__all__ = ["FieldRefused", "NotJson", "as_text", "vetted"]


class FieldRefused(Exception):  # noqa: N818 - says what there is
    """A field is shown to no judge because of what stands in it, so that the check has failed.

    reason: one clean line.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotJson(ValueError):  # noqa: N818 - says what there is
    """A value is no JSON, so there is no text of it."""


def as_text(value: Any) -> str:
    """Return a text as it is, and any other value as JSON: on one line, keys sorted, null included.

    Raises:
        NotJson: it is none, such as NaN, or nested too deep.
    """
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError):
        raise NotJson from None


def vetted(name: str, text: str, most: int) -> str:
    """Return a text that a judge may be shown.

    name: of the field. most: characters.

    Raises:
        FieldRefused: it is longer, or not valid Unicode.
    """
    if len(text) > most:
        raise FieldRefused(
            f"size limit: {name} has {len(text):,} characters, a judge is shown at most {most:,}"
        )
    place = lone_surrogate(text)
    if place is not None:
        raise FieldRefused(f"{name} is not valid Unicode: lone surrogate at character {place}")
    return text


def _plain(value: Any) -> Any:
    """Return what code gave for an object or a list as one that is written."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return list(value)
    raise TypeError
