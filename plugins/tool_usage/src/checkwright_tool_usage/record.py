"""The tool calls in the record of an agent, whichever of the field's systems wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from checkwright.problem import spelled
from checkwright.wording import one_line, shown

from .answers import ALTERNATIVES
from .arguments import Arguments, read_arguments
from .shapes import TEXTS, call_in, id_of, is_aside, opened

if TYPE_CHECKING:
    from checkwright import Case

__all__ = ["CALLS", "Call", "Record", "read_record"]

#: Calls that are read of one record.
CALLS = 10_000

#: How deep messages may lie in messages.
_DEPTH = 200

#: Which list of a message each of its calls, by id, stands in.
_Ids: TypeAlias = dict[str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """One recorded call: the name of the tool and what is known of its arguments."""

    name: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Record:
    """What a record holds: its calls in order.

    unread: why the record cannot be read; None when it was.
    beyond: the limit that the record exceeds; None when it does not.
    """

    calls: tuple[Call, ...] = ()
    unread: str | None = None
    beyond: str | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that is still to be read, and where it stands.

    ids, holder: the calls of the message that it stands in, and in which list of that message.
    """

    value: Any
    path: tuple[str | int, ...]
    holder: str = ""
    ids: _Ids | None = None


def read_record(case: Case) -> Record | None:
    """Read the record of a case once for all checks; None when the case has none."""
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
                    return Record(beyond=f"size limit: the record has more than {CALLS:,} calls")
        elif not is_aside(row.value, inside=row.holder in TEXTS):
            inner = _inner(row)
            if inner is None:
                return Record(unread=_unread(row))
            if len(row.path) > 2 * _DEPTH:
                return Record(beyond=f"depth limit: the record nests more than {_DEPTH} messages")
            rows = list(inner)
            if len(rows) > 1 and rows[0].holder in ALTERNATIVES:
                return Record(unread=_undecided(row, rows))
            waiting += reversed(rows)
    return Record(tuple(calls))


def _inner(row: _Row) -> Iterator[_Row] | None:
    """Return the rows that a message holds, in order; None when the row is no message."""
    holders = opened(row.value)
    if holders is None:
        return None
    ids: _Ids = {}
    return (
        _Row(value, (*row.path, holder, index), holder, ids)
        for holder, values in holders
        for index, value in enumerate(values)
    )


def _is_repeated(row: _Row) -> bool:
    """Return whether a message gives the call in another of its lists too, as some write it twice."""
    ident = None if row.ids is None else id_of(row.value)
    if ident is None or row.ids is None:
        return False
    return row.ids.setdefault(ident, row.holder) != row.holder


def _unread(row: _Row) -> str:
    place = spelled(("tool_calls", *row.path))
    return one_line(
        f"{place}: {shown(row.value)} is neither a tool call nor a message of a system that is known here"
    )


def _undecided(row: _Row, rows: Sequence[_Row]) -> str:
    place = spelled(("tool_calls", *row.path, rows[0].holder))
    return one_line(
        f"{place}: {len(rows):,} alternatives, and the agent went on with one: keep that one in the record"
    )


def _backwards(rows: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    for index in range(len(rows) - 1, -1, -1):
        yield index, rows[index]
