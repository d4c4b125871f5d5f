"""Find the one JSON value that a reply means; nothing is guessed and nothing repaired."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .blocks import Block, answer_start, blocks, line_of
from .brackets import candidates
from .broken import Broken, examined
from .json_numbers import equal_json
from .strict_json import Parsed, parse_json, strict

__all__ = ["Found", "NotFound", "find", "find_json"]

_LABELS = frozenset({"json", "jsonc", "json5"})
#: Objects (or lists) in prose that may turn out to be none.
_MOST_BROKEN = 50
#: Lines that a reason names.
_MOST_LINES = 5
#: With what a JSON text may start, NaN and Infinity included.
_FIRST = frozenset('{["-0123456789tfnNI')


@dataclass(frozen=True, slots=True)
class Found:
    """The JSON value of a reply.

    way: where it was found, such as "the json block on line 3". span: the characters of the reply that
    hold it, or the block with it. line: the number of the line where it starts, from 1.
    """

    value: Any
    way: str
    span: tuple[int, int]
    line: int


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why a reply has no one JSON value; line: the number of the line that shows it, from 1, or None."""

    reason: str
    line: int | None = None


def find_json(text: str) -> Found | NotFound:
    """Find the one JSON value that a reply means.

    First the whole answer; then its blocks labelled json, jsonc or json5, or when there is none the
    unlabelled ones that hold an object or a list; then the objects, or else the lists, in the prose.
    Equal values are one; different ones are not chosen from.
    """
    return find(text, lambda: blocks(text))


def find(text: str, its_blocks: Callable[[], Sequence[Block]]) -> Found | NotFound:
    """Do the same, with the blocks of the text at hand."""
    start = answer_start(text)
    answer = text[start:].strip()
    if not answer:
        return NotFound(
            "the reply is empty" if not text[:start].strip("\ufeff") else "no reply after thinking"
        )
    at = text.index(answer, start)
    whole = _whole(answer, at, line_of(text, at))
    if whole is not None:
        return whole
    found = its_blocks()
    labelled = [block for block in found if block.label.lower() in _LABELS]
    if labelled:
        return _labelled(labelled)
    unlabelled = [
        Found(parsed.value, f"the block on line {block.line - 1}", block.span, block.line)
        for block in found
        if not block.label and block.text.lstrip()[:1] in ("{", "[")
        for parsed in (parse_json(block.text),)
        if isinstance(parsed, Parsed)
    ]
    if unlabelled:
        return _one(unlabelled, "blocks")
    return _in_prose(text, start, found)


def _whole(answer: str, at: int, line: int) -> Found | NotFound | None:
    """Read an answer that is JSON and nothing else; None when it is something else."""
    if answer[0] not in _FIRST or (answer[0] in "{[" and answer[-1] != {"{": "}", "[": "]"}[answer[0]]):
        return None
    try:
        return Found(strict(answer), "the whole reply", (at, at + len(answer)), line)
    except json.JSONDecodeError:
        return None
    except ValueError:
        broken = examined(answer)
    if broken is None or not broken.grammar:
        return None
    return NotFound(f"the reply is JSON that breaks a rule: {_placed(broken, line)}", line + broken.line - 1)


def _placed(broken: Broken, line: int) -> str:
    """Say what is broken and where; line: the number of the first line of what is broken."""
    return f"{broken.reason} (line {line + broken.line - 1}, column {broken.column})"


def _labelled(found: Sequence[Block]) -> Found | NotFound:
    values: list[Found] = []
    first: NotFound | None = None
    for block in found:
        parsed = parse_json(block.text)
        if isinstance(parsed, Parsed):
            way = f"the {block.label.lower()} block on line {block.line - 1}"
            values.append(Found(parsed.value, way, block.span, block.line))
        elif first is None:
            first = NotFound(
                f"the {block.label.lower()} block on line {block.line - 1} is no strict JSON: "
                f"{_placed(parsed, block.line)}",
                block.line + parsed.line - 1,
            )
    if values:
        return _one(values, "json blocks")
    assert first is not None
    return first


def _one(values: Sequence[Found], noun: str) -> Found | NotFound:
    """Give the first of several values when all are equal, else say that they differ."""
    different = [values[0]]
    for value in values[1:]:
        if not any(equal_json(value.value, other.value) for other in different):
            different.append(value)
            if len(different) > _MOST_LINES:
                break
    if len(different) == 1:
        return values[0]
    many = "more than " if len(different) > _MOST_LINES else ""
    lines = ", ".join(str(value.line) for value in different[:_MOST_LINES])
    return NotFound(
        f"{many}{min(len(different), _MOST_LINES)} different values in {noun} (lines {lines}), expected one",
        different[1].line,
    )


def _in_prose(text: str, start: int, found: Sequence[Block]) -> Found | NotFound:
    """Look for objects, or else lists, outside of all blocks."""
    prose = _without(text, found)
    spans = list(candidates(prose, start))
    for opener, noun in (("{", "object"), ("[", "list")):
        values: list[Found] = []
        refused: list[tuple[int, int]] = []
        for begin, end in spans:
            if prose[begin] != opener:
                continue
            segment = prose[begin : abs(end)]
            if end < 0:
                refused.append((begin, end))
                continue
            try:
                value = strict(segment)
            except ValueError:
                refused.append((begin, end))
                if len(refused) > _MOST_BROKEN:
                    return NotFound(
                        f"more than {_MOST_BROKEN} {noun}s in the reply are no JSON", line_of(text, begin)
                    )
                continue
            if value and not _is_citation(value):
                line = line_of(text, begin)
                values.append(Found(value, f"the {noun} on line {line}", (begin, end), line))
        if values:
            return _one(values, f"{noun}s of the reply")
        if refused:
            return _refused(prose, *refused[0], noun)
    return NotFound("no JSON in the reply")


def _is_citation(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 1 and type(value[0]) in (int, float)


def _refused(prose: str, begin: int, end: int, noun: str) -> NotFound:
    line = line_of(prose, begin)
    if end < 0:
        return NotFound(f"the {noun} that starts on line {line} is cut off", line)
    broken = examined(prose[begin:end])
    assert broken is not None
    return NotFound(
        f"the {noun} on line {line} is no strict JSON: {_placed(broken, line)}", line + broken.line - 1
    )


def _without(text: str, found: Sequence[Block]) -> str:
    """Put NUL, which JSON never holds, in place of all that is in blocks; every place stays."""
    if not found:
        return text
    parts = []
    at = 0
    for block in found:
        begin, end = block.outer
        parts += [text[at:begin], "\0" * (end - begin)]
        at = end
    return "".join((*parts, text[at:]))
