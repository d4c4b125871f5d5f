"""Say what is wrong with a text that is no strict JSON, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..wording import one_line, shown
from .json_numbers import number_rule

if TYPE_CHECKING:
    from ..document.mistakes import Mark

__all__ = ["DEPTH", "Broken", "examined"]

#: Deepest nesting of lists and objects.
DEPTH = 200

_LONE = re.compile("[\ud800-\udfff]")
_ENDLESS = {".nan": "NaN", ".inf": "Infinity", "-.inf": "-Infinity"}


@dataclass(frozen=True, slots=True)
class Broken:
    """A text that is no strict JSON.

    reason: what is wrong, in one line and without the place. line, column: the place, from 1.
    grammar: whether it is JSON by its grammar (NaN and Infinity read as numbers) and breaks a stricter rule.
    """

    reason: str
    line: int
    column: int
    grammar: bool


def examined(text: str) -> Broken | None:
    """Say what is wrong with a text, without recursion; None when it is strict JSON.

    Of a text that is JSON by its grammar the first breach of a rule counts, else where the grammar ends.
    """
    # Most replies are never examined, and the reader of documents brings PyYAML.
    from yaml.events import MappingStartEvent, ScalarEvent, SequenceStartEvent, StreamEndEvent

    from ..document.json_events import GrammarError, json_events

    following = json_events(text)
    #: The keys so far of each open object, None for a list; and whether the next text is a key.
    levels: list[set[str] | None] = []
    expects_key = False
    first: Broken | None = None
    try:
        while True:
            event: Any = following()
            kind = type(event)
            reason = None
            if kind is StreamEndEvent:
                return first
            if kind is MappingStartEvent or kind is SequenceStartEvent:
                levels.append(set() if kind is MappingStartEvent else None)
                if len(levels) > DEPTH:
                    reason = f"nested deeper than {DEPTH} levels"
            elif kind is ScalarEvent:
                keys = levels[-1] if expects_key else None
                reason = _breach(event, keys)
                if keys is not None:
                    keys.add(event.value)
                    expects_key = False
                    if reason and first is None:
                        first = _at(event.start_mark, reason, grammar=True)
                    continue
            else:
                levels.pop()
            expects_key = bool(levels) and levels[-1] is not None
            if reason and first is None:
                first = _at(event.start_mark, reason, grammar=True)
    except GrammarError as error:
        reason = f"{error.message} ({error.hint})" if error.hint else error.message
        return _at(error.mark, reason, grammar=False)


def _at(mark: Mark, reason: str, *, grammar: bool) -> Broken:
    return Broken(one_line(reason), mark.line + 1, mark.column + 1, grammar)


def _breach(event: Any, keys: set[str] | None) -> str | None:
    """Say which rule a text, number or word breaks; keys: those before it, if it is one."""
    value: str = event.value
    if not event.style:
        if value in _ENDLESS:
            return f"{_ENDLESS[value]} is no JSON number"
        return number_rule(value)
    if keys is not None and value in keys:
        return f"duplicate key {shown(value)}"
    if _LONE.search(value):
        return f"half of a surrogate pair in {shown(value)}"
    return None
