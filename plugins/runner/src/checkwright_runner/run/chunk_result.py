"""Grade a chunk of response rows: its verdict lines, all but the numbers of the samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from checkwright import Plan, Verdict

from .chunks import Chunk, ChunkContent, lines
from .grader import Grader
from .reports.failing_examples import Examples
from .reports.totals import Totals
from .responses import Row, rows
from .verdict_rows import RowLines, RowWriter

__all__ = ["ChunkResult", "Unprepared", "VerdictLines", "fail_chunk", "grade_chunk", "unprepared_of"]


class Unprepared(NamedTuple):
    """A check that a run can execute on no row.

    rubric: the reference of its rubric. check: its id, or its place such as `checks[2]`. reason: why.
    effects: see `Kind.effects`.
    """

    rubric: str
    check: str
    reason: str
    effects: frozenset[str]


@dataclass(slots=True)
class ChunkResult:
    """The verdict lines of a chunk; pickles.

    rows: the lines. totals: of the rows.
    signatures: of a chunk of references: each to its spelled signature, None where it leads to no rubric.
    unprepared: of a chunk of references: the checks that cannot be executed.
    end: how many bytes of the file are read.
    examples: of the checks that fail; None when none are wanted.
    stopped: why the run is to end behind these rows, since a check of the next one asked for it; None when it
        goes on.
    """

    rows: RowLines = field(default_factory=RowLines)
    totals: Totals = field(default_factory=Totals)
    signatures: dict[str, Mapping[str, Any] | None] = field(default_factory=dict)
    end: int = 0
    examples: Examples | None = None
    unprepared: tuple[Unprepared, ...] = ()
    stopped: str | None = None


class VerdictLines:
    """Collects verdicts as lines, and what they come to."""

    def __init__(self, chunk: Chunk, ascii_only: bool, explain: bool = False) -> None:
        self._result = ChunkResult(end=chunk.end, examples=Examples() if explain else None)
        self._writer = RowWriter(ascii_only=ascii_only)

    def add(self, verdict: Verdict, row: Row, *, counted: bool) -> None:
        """Add the verdict on a row; counted: whether the pass rate counts it when it has no score."""
        result = self._result
        self._writer.add(verdict, row)
        result.totals.add(verdict, row.line, counted=counted)
        if row.nulled is not None:
            result.totals.add_nulled(row.line, row.nulled)
        if result.examples is not None and row.line is not None:
            result.examples.add(verdict, row.line, row.response)

    def done(self, stopped: str | None = None) -> ChunkResult:
        """Return what was collected; stopped: see `ChunkResult`."""
        self._result.rows = self._writer.done()
        self._result.stopped = stopped
        return self._result


def grade_chunk(
    chunk: Chunk,
    grader: Grader,
    *,
    ascii_only: bool = False,
    explain: bool = False,
    before: Callable[[int], None] = lambda _checks: None,
) -> ChunkResult:
    """Grade the rows of a chunk, or compile its references.

    ascii_only: whether other characters are escaped. explain: whether examples of failing checks are kept.
    before: called before each row, with the number of checks that it is graded by.
    """
    if chunk.content is ChunkContent.REFS:
        return _compiled(chunk, grader, before)
    asked = grader.stops.asked
    collected = VerdictLines(chunk, ascii_only, explain)
    for row in rows(chunk):
        verdict = grader.verdict(row, before)
        if asked:
            return collected.done(grader.stops.reason)
        collected.add(verdict, row, counted=grader.counted(verdict.rubric))
    return collected.done()


def _compiled(chunk: Chunk, grader: Grader, before: Callable[[int], None]) -> ChunkResult:
    signatures: dict[str, Mapping[str, Any] | None] = {}
    unprepared: dict[Unprepared, None] = {}
    for ref in _refs(chunk):
        before(0)
        plan = grader.plan(ref)
        signatures[ref] = None if plan is None else plan.signature
        unprepared |= dict.fromkeys(() if plan is None else unprepared_of(plan))
    return ChunkResult(signatures=signatures, unprepared=tuple(unprepared))


def unprepared_of(plan: Plan) -> Iterator[Unprepared]:
    """Yield the checks of a plan, and of its sub-rubrics, that can be executed on no row."""
    for one in plan.unprepared:
        yield Unprepared(one.rubric, one.id or f"checks[{one.index}]", one.reason, one.effects)


def fail_chunk(chunk: Chunk, grader: Grader, reason: str, *, ascii_only: bool = False) -> ChunkResult:
    """Return the error verdicts of a chunk that could not be graded; nothing is compiled for them."""
    if chunk.content is ChunkContent.REFS:
        return ChunkResult(signatures=dict.fromkeys(_refs(chunk)))
    collected = VerdictLines(chunk, ascii_only)
    for row in rows(chunk):
        collected.add(grader.lost(row, reason), row, counted=True)
    return collected.done()


def _refs(chunk: Chunk) -> Iterator[str]:
    for line in lines(chunk):
        yield line.data.decode("utf-8").removesuffix("\n")
