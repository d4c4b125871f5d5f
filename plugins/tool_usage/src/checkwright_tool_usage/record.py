"""Read the tool calls from the record of an agent, in the formats of many systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from checkwright.contract.problem import spelled
from checkwright.wording import one_line, shown

from .api_responses import ALTERNATIVES
from .arguments import Arguments, read_arguments
from .record_formats import TEXTS, call_in, contents_of, holds_no_call, id_of

if TYPE_CHECKING:
    from checkwright import Case

__all__ = ["CALLS", "Call", "Record", "read_record"]

#: Calls of a record that are read.
CALLS = 10_000

#: Levels of messages inside messages.
_DEPTH = 200

#: The calls of a message by their ids, with the name of the list in which each was found.
_Ids: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """One recorded call: the name of the tool and what is known of its arguments."""

    name: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Record:
    """The calls of a record, in order.

    unreadable: why the record cannot be read, or None.
    exceeds: the limit that the record exceeds, or None.
    """

    calls: tuple[Call, ...] = ()
    unreadable: str | None = None
    exceeds: str | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that is still to be read, and its place in the record.

    holder, ids: the name of the list that holds it, and the calls of the message that has this list.
    """

    value: Any
    path: tuple[str | int, ...]
    holder: str = ""
    ids: _Ids | None = None


def read_record(case: Case) -> Record | None:
    """Read the record of a case; return None when the case has none. Call it by `case.memo(read_record)`."""
    if case.tool_calls is None:
        return None
    calls: list[Call] = []
    waiting = [_Row(row, (index,)) for index, row in _backwards(case.tool_calls)]
    while waiting:
        row = waiting.pop()
        found = call_in(row.value)
        if found is not None:
            if not _is_repeated(row):
                name, arguments = found
                calls.append(Call(name, read_arguments(arguments)))
                if len(calls) > CALLS:
                    return Record(exceeds=f"size limit: the record has more than {CALLS:,} calls")
        elif not holds_no_call(row.value, inside=row.holder in TEXTS):
            inner = _inner(row)
            if inner is None:
                return Record(unreadable=_unreadable_reason(row))
            if len(row.path) > 2 * _DEPTH:
                return Record(exceeds=f"depth limit: the record nests more than {_DEPTH} messages")
            rows = list(inner)
            if len(rows) > 1 and rows[0].holder in ALTERNATIVES:
                return Record(unreadable=_alternatives_reason(row, rows))
            waiting += reversed(rows)
    return Record(tuple(calls))


def _inner(row: _Row) -> Iterator[_Row] | None:
    """Return the rows inside a message, in order; None when the row is no message."""
    holders = contents_of(row.value)
    if holders is None:
        return None
    ids: _Ids = {}
    return (
        _Row(value, (*row.path, holder, index), holder, ids)
        for holder, values in holders
        for index, value in enumerate(values)
    )


def _is_repeated(row: _Row) -> bool:
    """Return whether another list of the same message holds the call too, as some systems write it."""
    ident = None if row.ids is None else id_of(row.value)
    if ident is None or row.ids is None:
        return False
    return row.ids.setdefault(ident, row.holder) != row.holder


def _unreadable_reason(row: _Row) -> str:
    place = spelled(("tool_calls", *row.path))
    return one_line(
        f"{place}: {shown(row.value)} is neither a tool call nor a message of a system that is known here"
    )


def _alternatives_reason(row: _Row, rows: Sequence[_Row]) -> str:
    place = spelled(("tool_calls", *row.path, rows[0].holder))
    return one_line(
        f"{place}: {len(rows):,} alternatives, and the agent went on with one: keep that one in the record"
    )


def _backwards(rows: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    for index in range(len(rows) - 1, -1, -1):
        yield index, rows[index]
