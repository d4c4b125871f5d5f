"""Execute tool_usage: match the calls that the question expects with those of the record."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import CheckError, Evidence, NotExecutable, Outcome, records

from .arguments import arguments_of
from .candidates import find_candidates
from .differences import json_line
from .equality import ValueNumbers
from .expected import Source
from .matching import matching
from .reason import explain, unknown_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkwright import Case, Execute, Toolbox
    from checkwright.records import Call

    from .expected import Entry
    from .spec import Mode, ToolUsage

__all__ = ["comparing"]

_NO_RESPONSE = Outcome.not_executable("no response")


def comparing(spec: ToolUsage, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Return the function that matches the calls of each case."""
    source, mode = Source(spec), spec.mode
    absent = Outcome.not_executable(f"nothing expected: the question has no {source.text}")
    nothing = Outcome.not_executable(f"nothing expected: {json_line(source.text, 100)[1:-1]} is empty")

    def execute(case: Case) -> Outcome:
        if case.response is None:
            return _NO_RESPONSE
        values = ValueNumbers()
        entries = source.read(case.question, values)
        if not entries:
            return absent if entries is None else nothing
        try:
            calls = records.calls(case)
        except NotExecutable as error:
            return Outcome.not_executable(error.reason)
        except CheckError as error:
            return Outcome.judge(False, error.message)
        return _judged(entries, calls, mode, values)

    return execute


def _judged(entries: Sequence[Entry], calls: Sequence[Call], mode: Mode, values: ValueNumbers) -> Outcome:
    candidates = find_candidates(entries, calls, mode, values)
    partners = matching(candidates.masks)
    if candidates.possible != candidates.masks and _count(matching(candidates.possible)) > _count(partners):
        return Outcome.not_executable(unknown_arguments(entries, calls))
    matched = sorted(candidates.places[bit] for bit in partners if bit is not None)
    missing = [index for index, bit in enumerate(partners) if bit is None]
    reason, nearest = explain(entries, calls, missing, candidates, mode, values)
    pointed = [nearest] if nearest is not None else matched if not missing else []
    return Outcome.judge(
        not missing,
        reason,
        len(matched) / len(entries),
        locate=partial(_located, tuple(pointed)) if pointed else None,
        details={"expected": len(entries), "matched": len(matched), "recorded": len(calls)},
    )


def _count(partners: Sequence[int | None]) -> int:
    return sum(bit is not None for bit in partners)


def _located(indexes: Sequence[int], case: Case) -> tuple[Evidence, ...]:
    """Point at calls of the record."""
    calls = records.calls(case)
    return tuple(Evidence.tool_call(index, _quoted(calls[index])) for index in indexes)


def _quoted(call: Call) -> str:
    arguments = arguments_of(call)
    return (
        f"{call.name} ({arguments})"
        if isinstance(arguments, str)
        else f"{call.name} {json_line(arguments, 300)}"
    )
