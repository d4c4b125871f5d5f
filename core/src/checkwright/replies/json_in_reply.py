"""Find the one JSON value that a reply means; nothing is guessed and nothing repaired."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..text.line_breaks import breaks
from ..wording import one_line, shown
from .blocks import Block
from .broken import Broken
from .in_prose import MOST_REFUSED, hiding, in_prose
from .json_numbers import equal_json
from .strict_json import examined, strict
from .thinking import answer_start
from .whole import blocks

__all__ = ["Found", "NotFound", "find", "find_json"]

_LABELS = frozenset({"json", "jsonc", "json5"})
#: Lines that a reason names.
_MOST_LINES = 5
#: With what a JSON text may start, NaN and Infinity included.
_FIRST = frozenset('{["-0123456789tfnNI')
_CLOSERS = {"{": "}", "[": "]"}


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON value of a reply.

    value: as in `Parsed`.
    way: where it was found, such as "the whole reply" or "the json block on line 3".
    span: the characters of the reply that it is read from. line: the number of the first line of these.
    """

    value: Any
    way: str
    span: tuple[int, int]
    line: int


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why a reply has no one JSON value.

    reason: what was found instead, in one line.
    line: the number of the line of the reply that shows it, from 1; None where no line does.
    """

    reason: str
    line: int | None = None


class _Value(NamedTuple):
    """A value that may be the one; start: where what is called `name` starts."""

    value: Any
    name: str
    start: int
    span: tuple[int, int]


def find_json(text: str) -> Found | NotFound:
    """Return the one JSON value that a reply means, or why it has none.

    First the whole answer; then its blocks labelled json, jsonc or json5, or when there is none the
    unlabelled ones that hold an object or a list; then the objects, or else the lists, in the prose.
    Equal values are one; of different ones none is chosen.
    """
    return find(text, lambda: blocks(text))


def find(text: str, blocks_of_text: Callable[[], Sequence[Block]]) -> Found | NotFound:
    """Do the same with the blocks that the text is known to have, asked for when they are needed."""
    start = answer_start(text)
    answer = text[start:].strip()
    if not answer:
        return NotFound(
            "nothing after the thinking" if text.replace("\ufeff", "").strip() else "the reply is empty"
        )
    at = text.index(answer, start)
    whole = _whole(text, answer, at)
    if whole is not None:
        return whole
    found = blocks_of_text()
    return _in_blocks(text, found) or _in_prose(text, start, found) or _nothing(text, answer, at, found)


def _whole(text: str, answer: str, at: int) -> Found | NotFound | None:
    """Read an answer that is JSON and nothing else; None when it is something else."""
    first = answer[0]
    if first not in _FIRST or (first in _CLOSERS and answer[-1] != _CLOSERS[first]):
        return None
    try:
        value = strict(answer)
    except json.JSONDecodeError:
        return None
    except ValueError:
        broken = examined(answer)
    else:
        line = breaks(text, 0, at)[0] + 1 if at else 1
        return Found(value, "the whole reply", (at, at + len(answer)), line)
    if not broken.grammar:
        return None
    return _broken(text, "the reply breaks a rule of strict JSON", at, broken)


def _in_blocks(text: str, found: Sequence[Block]) -> Found | NotFound | None:
    labelled = [block for block in found if block.label in _LABELS]
    values: list[_Value] = []
    first: Block | None = None
    for block in labelled or found:
        if not (labelled or (not block.label and block.text.lstrip()[:1] in _CLOSERS)):
            continue
        try:
            value = strict(block.text)
        except ValueError:
            first = first or block
            continue
        name = f"{block.label} block".lstrip()
        values.append(_Value(value, name, block.outer[0], block.span))
    if values:
        return _one(text, values)
    if first is None or not labelled:
        return None
    return _broken_block(first, f"the {first.label} block")


def _in_prose(text: str, start: int, found: Sequence[Block]) -> Found | NotFound | None:
    seen = in_prose(text, start, [block.outer for block in found])
    if seen.refused > MOST_REFUSED:
        return NotFound(f"more than {MOST_REFUSED} {seen.noun}s in the reply are no strict JSON")
    if seen.values:
        return _one(text, [_Value(value, seen.noun, span[0], span) for value, span in seen.values])
    if seen.first is None:
        return None
    begin, end = seen.first
    line = breaks(text, 0, begin)[0] + 1
    if end is None:
        return NotFound(
            f"the {seen.noun} that starts on line {line} is cut off by the end of the reply", line
        )
    return _broken(
        text, f"the {seen.noun} on line {line} is no strict JSON", begin, examined(text[begin:end])
    )


def _nothing(text: str, answer: str, at: int, found: Sequence[Block]) -> NotFound:
    """Say why there is nothing: what comes closest to JSON, and why it is none or is not read."""
    if answer[-1] == _CLOSERS.get(answer[0]):
        return _broken(text, "the reply is no JSON", at, examined(answer))
    for block in found:
        if block.text.lstrip()[:1] in _CLOSERS:
            if not block.label:
                return _broken_block(block, "no JSON in the reply: the block")
            name = f"the block on line {block.line - 1} is labelled {shown(block.label)}, not 'json'"
            return NotFound(f"no JSON in the reply: {name}", block.line - 1)
    begin = hiding(text, at, [block.outer for block in found])
    if begin is not None:
        line = breaks(text, 0, begin)[0] + 1
        bracket = f"the {text[begin]!r} on line {line} is never closed"
        return NotFound(f"no JSON in the reply: {bracket}, and what follows it is not read", line)
    return NotFound("no JSON in the reply")


def _one(text: str, values: Sequence[_Value]) -> Found | NotFound:
    """Return the first of several values when all are equal, else say where they differ."""
    different = [values[0]]
    for value in values[1:]:
        if not any(equal_json(value.value, other.value) for other in different):
            different.append(value)
            if len(different) > _MOST_LINES:
                break
    if len(different) == 1:
        return _found(text, values[0])
    number = str(len(different)) if len(different) <= _MOST_LINES else f"more than {_MOST_LINES}"
    lines = [breaks(text, 0, value.span[0])[0] + 1 for value in different]
    named = list(dict.fromkeys(lines[:_MOST_LINES]))
    where = f"on lines {', '.join(map(str, named))}" if named[1:] else f"all on line {named[0]}"
    return NotFound(f"{number} different values in {values[0].name}s, {where}; expected one", lines[1])


def _found(text: str, value: _Value) -> Found:
    line = breaks(text, 0, value.span[0])[0] + 1
    way = f"the {value.name} on line {breaks(text, 0, value.start)[0] + 1}"
    return Found(value.value, way, value.span, line)


def _broken(text: str, message: str, begin: int, broken: Broken) -> NotFound:
    """Say what is wrong with the part of a text that starts at `begin`."""
    count, line_start = breaks(text, 0, begin)
    column = broken.column + (begin - line_start if broken.line == 1 else 0)
    return _placed(message, broken.reason, count + broken.line, column)


def _broken_block(block: Block, message: str) -> NotFound:
    """Say what is wrong with a block, whose number of line ends the message."""
    broken = examined(block.text)
    message = f"{message} on line {block.line - 1} is no strict JSON"
    return _placed(message, broken.reason, block.line + broken.line - 1, broken.column)


def _placed(message: str, reason: str, line: int, column: int) -> NotFound:
    return NotFound(one_line(f"{message}: {reason} (line {line}, column {column})"), line)
