"""Read JSON strictly, with the place of every mistake."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from ..contract.errors import InvalidDocument
from .builder import Builder, NextEvent
from .json_events import GrammarError, json_events
from .mistakes import Mistakes
from .scalars import LONG_NUMBER, MOST_DIGITS

if TYPE_CHECKING:
    from .limits import DocumentLimits
    from .places import PlaceRecorder

__all__ = ["NotJson", "read_json"]


class NotJson(InvalidDocument):
    """The text is not JSON by its grammar; JSON that breaks a rule of documents is InvalidDocument only."""


def read_json(text: str, source: str, limits: DocumentLimits, places: PlaceRecorder | None = None) -> Any:
    """Return the data of a JSON text.

    places: notes the place of every value in the same pass, which takes ten times as long and more.

    Raises:
        NotJson: the text breaks the grammar; NaN and Infinity do not, they are numbers that are not finite.
        InvalidDocument: it is JSON, and breaks a rule of documents.
    """
    if places is not None:
        return _examined(text, source, limits, places.watch)
    try:
        return _valid(text, limits)
    except (ValueError, RecursionError):
        return _examined(text, source, limits)


def _valid(text: str, limits: DocumentLimits) -> Any:
    """Return the data at the speed of the json module; raise ValueError for all that it would let through."""
    # Not to build what has too many values only to count them.
    if text.count(",") >= limits.values or (len(text) > MOST_DIGITS and LONG_NUMBER.search(text)):
        raise ValueError
    data = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    if not _fits(data, limits):
        raise ValueError
    # Finds a number like 1e400, which was read as infinity, and half of a surrogate pair.
    json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError
    return data


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _fits(data: Any, limits: DocumentLimits) -> bool:
    """Tell whether the data is within the limits of depth and values, level by level."""
    level, values = [data], 1
    for _ in range(limits.depth):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.values()
            elif isinstance(value, list):
                below += value
        level = below
        values += len(level)
    return values <= limits.values and not any(isinstance(value, dict | list) for value in level)


def _examined(
    text: str,
    source: str,
    limits: DocumentLimits,
    watch: Callable[[NextEvent], NextEvent] = lambda following: following,
) -> Any:
    """Return the data of a text that may be wrong, or say all that is wrong with it."""
    mistakes = Mistakes(source)
    try:
        data = Builder(mistakes, limits, tags=False, surrogates=True).build(watch(json_events(text)))
    except GrammarError as error:
        mistakes.add(error.message, error.mark, (), error.hint)
        raise NotJson(mistakes.problems) from None
    mistakes.raise_any()
    return data
