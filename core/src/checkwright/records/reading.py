"""Read the record of an agent: open messages and API responses, and tell calls from other rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..contract.isolation import described, isolated
from ..wording import listed, one_line, shown, spelled
from .api_responses import ALTERNATIVES
from .arguments import read_arguments
from .call import Call
from .record_formats import (
    EXTRA,
    RESULT_LISTS,
    TEXTS,
    RecordedCall,
    call_in,
    contents_of,
    holds_no_call,
    id_of,
)

if TYPE_CHECKING:
    from ..contract.case import Case

__all__ = ["CALLS", "Leaf", "Message", "Record", "read_record"]

#: At most so many calls are read of one record.
CALLS = 10_000

#: Levels of messages inside messages.
_DEPTH = 200


@dataclass(slots=True)
class Message:
    """What one message was found to hold: ids, each with the name of the list in which it was found first.

    has_calls: whether it holds a call outside of its extra data.
    """

    has_calls: bool = False
    calls: dict[str, str] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Leaf:
    """A row, its place in the record, and the call that it was found to be.

    message, holder: the message that holds it, and the name of the list there; None and "" at the top.
    """

    value: Any
    path: tuple[str | int, ...]
    holder: str = ""
    message: Message | None = None
    call: RecordedCall | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """The calls of a record, in order, and its rows that were not opened.

    unreadable: why the record cannot be read, or None.
    exceeds: the limit that the record exceeds, or None.
    """

    calls: tuple[Call, ...] = ()
    leaves: tuple[Leaf, ...] = ()
    unreadable: str | None = None
    exceeds: str | None = None


def read_record(case: Case) -> Record | None:
    """Return what the record of a case holds; None when the case has none. Call it by `case.memo`."""
    if case.tool_calls is None:
        return None
    with isolated() as fault:
        return _read(case.tool_calls)
    return Record(unreadable=one_line(f"tool_calls cannot be read: {described(fault.error)}"))


def _read(record: Sequence[Any]) -> Record:
    calls: list[Call] = []
    leaves: list[Leaf] = []
    waiting = [Leaf(row, (index,)) for index, row in _backwards(record)]
    while waiting:
        row = waiting.pop()
        if row.holder in RESULT_LISTS:
            leaves.append(row)
            continue
        row.call = call_in(row.value)
        if row.call is not None:
            if row.message is not None and row.holder == EXTRA and row.message.has_calls:
                # What a server sent, of which the message's own calls were read.
                continue
            leaves.append(row)
            if row.message is not None:
                row.message.has_calls |= row.holder != EXTRA
            if not _is_repeated(row):
                calls.append(_call(row.call, len(calls), id_of(row.value)))
                if len(calls) > CALLS:
                    return Record(exceeds=f"size limit: the record has more than {CALLS:,} calls")
        elif holds_no_call(row.value, inside=row.holder in TEXTS):
            leaves.append(row)
        else:
            inner = _inner(row)
            if inner is None:
                return Record(unreadable=_unreadable_reason(row))
            if len(row.path) > 2 * _DEPTH:
                return Record(exceeds=f"depth limit: the record nests more than {_DEPTH} messages")
            rows = list(inner)
            if len(rows) > 1 and rows[0].holder in ALTERNATIVES:
                return Record(unreadable=_alternatives_reason(row, rows))
            if not rows:
                leaves.append(row)
            waiting += reversed(rows)
    return Record(tuple(calls), tuple(leaves))


def _inner(row: Leaf) -> Iterator[Leaf] | None:
    """Return the rows inside a message, in order; None when the row is no message."""
    holders = contents_of(row.value)
    if holders is None:
        return None
    message = Message()
    return (
        Leaf(value, (*row.path, holder, index), holder, message)
        for holder, values in holders
        for index, value in enumerate(values)
    )


def _call(found: RecordedCall, index: int, ident: str | None) -> Call:
    if found.unread_keys:
        unknown = one_line(
            f"they are under none of the keys that are read; there are {listed(found.unread_keys)}"
        )
        return Call(found.name, None, index, ident or None, unknown, found.unread_keys)
    arguments = read_arguments(found.arguments)
    if isinstance(arguments, str):
        return Call(found.name, None, index, ident or None, arguments)
    return Call(found.name, arguments, index, ident or None)


def _is_repeated(row: Leaf) -> bool:
    """Return whether another list of the same message holds the call too, as some systems write it."""
    ident = None if row.message is None else id_of(row.value)
    if ident is None or row.message is None:
        return False
    return row.message.calls.setdefault(ident, row.holder) != row.holder


def _unreadable_reason(row: Leaf) -> str:
    place = spelled(("tool_calls", *row.path))
    return one_line(
        f"{place}: {shown(row.value)} is neither a tool call nor a message of a system that is known here"
    )


def _alternatives_reason(row: Leaf, rows: Sequence[Leaf]) -> str:
    place = spelled(("tool_calls", *row.path, rows[0].holder))
    return one_line(
        f"{place}: {len(rows):,} alternatives, and the agent went on with one: keep that one in the record"
    )


def _backwards(rows: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    for index in range(len(rows) - 1, -1, -1):
        yield index, rows[index]
