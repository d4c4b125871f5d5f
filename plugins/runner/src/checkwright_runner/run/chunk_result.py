"""Grade a chunk of response rows: its verdict lines, all but the numbers of the samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from checkwright import Verdict

from .chunks import Chunk, ChunkContent, lines
from .grader import Grader
from .reports.failing_examples import Examples
from .reports.totals import Totals
from .responses import Row, rows
from .verdict_rows import RowLines, RowWriter

__all__ = ["ChunkResult", "fail_chunk", "grade_chunk"]


@dataclass(slots=True)
class ChunkResult:
    """The verdict lines of a chunk; pickles.

    rows: the lines. totals: of the rows.
    signatures: of a chunk of references: each to its spelled signature, None where it leads to no rubric.
    end: how many bytes of the file are read.
    examples: of the checks that fail; None when none are wanted.
    """

    rows: RowLines = field(default_factory=RowLines)
    totals: Totals = field(default_factory=Totals)
    signatures: dict[str, Mapping[str, Any] | None] = field(default_factory=dict)
    end: int = 0
    examples: Examples | None = None


class _Lines:
    """Collects verdicts as lines, and what they come to."""

    def __init__(self, chunk: Chunk, ascii_only: bool, explain: bool = False) -> None:
        self._result = ChunkResult(end=chunk.end, examples=Examples() if explain else None)
        self._writer = RowWriter(ascii_only=ascii_only)

    def add(self, verdict: Verdict, row: Row, *, counted: bool) -> None:
        result = self._result
        self._writer.add(verdict, row)
        result.totals.add(verdict, row.line, counted=counted)
        if row.nulled is not None:
            result.totals.add_nulled(row.line, row.nulled)
        if result.examples is not None and row.line is not None:
            result.examples.add(verdict, row.line, row.response)

    def done(self) -> ChunkResult:
        self._result.rows = self._writer.done()
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
        signatures: dict[str, Mapping[str, Any] | None] = {}
        for ref in _refs(chunk):
            before(0)
            plan = grader.plan(ref)
            signatures[ref] = None if plan is None else plan.signature
        return ChunkResult(signatures=signatures)
    collected = _Lines(chunk, ascii_only, explain)
    for row in rows(chunk):
        verdict = grader.verdict(row, before)
        collected.add(verdict, row, counted=grader.counted(verdict.rubric))
    return collected.done()


def fail_chunk(chunk: Chunk, grader: Grader, reason: str, *, ascii_only: bool = False) -> ChunkResult:
    """Return the error verdicts of a chunk that could not be graded; nothing is compiled for them."""
    if chunk.content is ChunkContent.REFS:
        return ChunkResult(signatures=dict.fromkeys(_refs(chunk)))
    collected = _Lines(chunk, ascii_only)
    for row in rows(chunk):
        collected.add(grader.lost(row, reason), row, counted=True)
    return collected.done()


def _refs(chunk: Chunk) -> Iterator[str]:
    for line in lines(chunk):
        yield line.data.decode("utf-8").removesuffix("\n")
