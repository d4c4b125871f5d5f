"""The value of a result without its envelope, and its text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..contract.isolation import isolated
from ..wording import shown
from .fields import is_one_of, type_words

__all__ = ["read_parts", "read_value"]

#: Types of the envelope {"type": ..., "value": ...} in which Vercel writes results.
_ENVELOPES = frozenset({"text", "json", "content", "error-text", "error-json"})
#: Words in the type of a part that is text.
_TEXT = "text"


def read_value(given: Any) -> tuple[Any, str]:
    """Return a value and its text: given as JSON, in an envelope of Vercel, or as a list of typed texts."""
    if isinstance(given, Mapping) and "value" in given and is_one_of(given, "type", _ENVELOPES):
        if given["type"] == "content":
            return read_parts(given["value"])
        given = given["value"]
    elif _is_typed_text(given):
        return read_parts(given)
    return given, _text_of(given)


def read_parts(given: Any) -> tuple[Any, str]:
    """Return the value and the text of a list of parts: texts, JSON, media."""
    if not isinstance(given, list | tuple):
        return given, _text_of(given)
    texts = [part if isinstance(part, str) else _text_in(part) for part in given]
    if len(texts) == 1 and isinstance(given[0], Mapping) and given[0].get("json") is not None:
        return given[0]["json"], _text_of(given[0]["json"])
    text = "\n".join(text for text in texts if text is not None)
    return (given if None in texts else text), text


def _is_typed_text(given: Any) -> bool:
    """Return whether a value is a list in which parts of the type text stand, such as `input_text`."""
    return isinstance(given, list | tuple) and any(
        isinstance(part, Mapping) and _TEXT in type_words(part) and isinstance(part.get("text"), str)
        for part in given
    )


def _text_in(part: Any) -> str | None:
    """Return the text of a part; None when it has none."""
    if not isinstance(part, Mapping):
        return None
    if part.get("json") is not None:
        return _text_of(part["json"])
    text = part.get("text")
    return text if isinstance(text, str) else None


def _text_of(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    with isolated():
        return json.dumps(value, ensure_ascii=False, default=_as_json)
    return shown(value)


def _as_json(value: Any) -> Any:
    """Return what stands in JSON for a value of none of its own types."""
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, Sequence) and not isinstance(value, bytes) else str(value)
