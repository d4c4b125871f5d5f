"""The tool calls in the record of a case, and what the tools answered: read once for all checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..contract.errors import CheckError, NotExecutable
from ..contract.isolation import described, isolated
from ..wording import one_line
from .call import Call
from .reading import Record, read_record
from .record_formats import id_of, rpc_id
from .result import Result
from .result_formats import RecordedResult, results_in, rpc_result

if TYPE_CHECKING:
    from ..contract.case import Case
    from .reading import Leaf

__all__ = ["calls", "results"]


def calls(case: Case) -> tuple[Call, ...]:
    """Return the tool calls in the record of a case, in its order; read once for all checks.

    A call that a message gives in two of its lists, as some systems write it, is one call.

    Raises:
        NotExecutable: the case has no record, or the record holds a row in no known format or several
            alternatives; the reason names the row.
        CheckError: the record has more than 10,000 calls, or nests more than 200 messages.
    """
    return _record(case).calls


def results(case: Case) -> tuple[Result, ...]:
    """Return what tools answered by the record of a case, in its order; read once for all checks.

    Raises:
        NotExecutable: as for `calls`.
        CheckError: as for `calls`.
    """
    _record(case)
    found = case.memo(_results)
    if isinstance(found, str):
        raise NotExecutable(found)
    return found


def _record(case: Case) -> Record:
    record = case.memo(read_record)
    if record is None:
        raise NotExecutable("no record: the case has no tool_calls")
    if record.unreadable is not None:
        raise NotExecutable(record.unreadable)
    if record.exceeds is not None:
        raise CheckError(record.exceeds)
    return record


def _results(case: Case) -> tuple[Result, ...] | str:
    """Return the results in a record that was read; in one line what went wrong when it raises."""
    with isolated() as fault:
        return _read_results(_record(case).leaves)
    return one_line(f"tool_calls cannot be read: {described(fault.error)}")


def _read_results(leaves: Sequence[Leaf]) -> tuple[Result, ...]:
    found: list[Result] = []
    #: By id the tool of the last call so far, and the method of the last request of JSON-RPC.
    names: dict[str | None, str] = {}
    methods: dict[str | None, Any] = {}
    for leaf in leaves:
        row = leaf.value
        if isinstance(row, Mapping) and "jsonrpc" in row:
            ident = rpc_id(row)
            if "method" in row:
                methods[ident] = row["method"]
            of_call = methods[ident] == "tools/call" if ident in methods else None
            answer = rpc_result(row, of_call=of_call)
            given = [] if answer is None else [answer]
        else:
            given = results_in(row, leaf.call, leaf.holder)
        if leaf.call is not None:
            names[id_of(row)] = leaf.call.name
        found += (_result(one, names) for one in given if not _is_repeated(one, leaf))
    return tuple(found)


def _result(given: RecordedResult, names: Mapping[str | None, str]) -> Result:
    name = given.name if given.id is None else given.name or names.get(given.id)
    return Result(given.id, name, given.value, given.text, given.is_error)


def _is_repeated(given: RecordedResult, leaf: Leaf) -> bool:
    """Return whether another list of the same message holds the result too."""
    if given.id is None or leaf.message is None:
        return False
    return leaf.message.results.setdefault(given.id, leaf.holder) != leaf.holder
