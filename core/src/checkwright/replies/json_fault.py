"""Examine a text that is no strict JSON: what is wrong, and where. It is loaded for the first such text."""

from __future__ import annotations

from typing import Any

from yaml.events import MappingStartEvent, ScalarEvent, SequenceStartEvent, StreamEndEvent

from ..documents.json_events import GrammarError, json_events
from ..documents.mistakes import Mark
from ..text.surrogates import lone_surrogate
from ..wording import one_line, shown
from .broken import DEPTH, Broken
from .json_numbers import number_rule

__all__ = ["fault_of"]

_ENDLESS = {".nan": "NaN", ".inf": "Infinity", "-.inf": "-Infinity"}


def fault_of(text: str) -> Broken:
    """Say what is wrong with a text that is no strict JSON, without recursion.

    Of a text that is JSON by its grammar the first breach of a rule counts, else where the grammar ends.
    """
    following, rules = json_events(text), _Rules()
    first: Broken | None = None
    try:
        while type(event := following()) is not StreamEndEvent:
            reason = rules.breach(event)
            if reason and first is None:
                first = _at(event.start_mark, reason, grammar=True)
    except GrammarError as error:
        # Its hint speaks to the author of a document.
        return _at(error.mark, error.message, grammar=False)
    assert first is not None
    return first


def _at(mark: Mark, reason: str, *, grammar: bool) -> Broken:
    return Broken(one_line(reason), mark.line + 1, mark.column + 1, grammar)


class _Rules:
    """Follows the events of a JSON text and knows the keys so far of each open object."""

    def __init__(self) -> None:
        self._levels: list[set[str] | None] = []
        self._expects_key = False

    def breach(self, event: Any) -> str | None:
        """Say which rule an event breaks, None when it breaks none."""
        kind = type(event)
        if kind is ScalarEvent:
            keys = self._levels[-1] if self._expects_key else None
            self._expects_key = keys is None and self._in_object()
            return _scalar(event.value, quoted=bool(event.style), keys=keys)
        if kind is MappingStartEvent or kind is SequenceStartEvent:
            self._expects_key = kind is MappingStartEvent
            self._levels.append(set() if self._expects_key else None)
            return f"nested deeper than {DEPTH} levels" if len(self._levels) > DEPTH else None
        self._levels.pop()
        self._expects_key = self._in_object()
        return None

    def _in_object(self) -> bool:
        return bool(self._levels) and self._levels[-1] is not None


def _scalar(value: str, *, quoted: bool, keys: set[str] | None) -> str | None:
    """Say which rule a text, number or word breaks; keys: for a key, those before it."""
    if not quoted:
        return f"{_ENDLESS[value]} is no JSON number" if value in _ENDLESS else number_rule(value)
    if keys is not None:
        if value in keys:
            return f"duplicate key {shown(value)}"
        keys.add(value)
    return f"half of a surrogate pair in {shown(value)}" if lone_surrogate(value) is not None else None
