"""Answer a chunk of response rows with their verdict lines, all but the numbers of the samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from checkwright import Verdict

from .chunks import Chunk, Meaning, lines
from .grader import Grader
from .reports.failing_examples import Examples
from .reports.totals import Totals
from .responses import Row, rows
from .verdict_rows import RowLines, RowWriter

__all__ = ["Answer", "answer_to", "lost_answer"]


@dataclass(slots=True)
class Answer:
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
        self._answer = Answer(end=chunk.end, examples=Examples() if explain else None)
        self._writer = RowWriter(ascii_only=ascii_only)

    def add(self, verdict: Verdict, row: Row, *, counted: bool) -> None:
        answer = self._answer
        self._writer.add(verdict, row)
        answer.totals.add(verdict, row.line, counted=counted)
        if row.nulled is not None:
            answer.totals.add_nulled(row.line, row.nulled)
        if answer.examples is not None and row.line is not None:
            answer.examples.add(verdict, row.line, row.response)

    def done(self) -> Answer:
        self._answer.rows = self._writer.done()
        return self._answer


def answer_to(
    chunk: Chunk,
    grader: Grader,
    *,
    ascii_only: bool = False,
    explain: bool = False,
    before: Callable[[], None] = lambda: None,
) -> Answer:
    """Grade the rows of a chunk, or compile its references.

    ascii_only: whether other characters are escaped. explain: whether examples of failing checks are kept.
    before: called before each row.
    """
    if chunk.meaning is Meaning.REFS:
        signatures: dict[str, Mapping[str, Any] | None] = {}
        for ref in _refs(chunk):
            before()
            plan = grader.plan(ref)
            signatures[ref] = None if plan is None else plan.signature
        return Answer(signatures=signatures)
    collected = _Lines(chunk, ascii_only, explain)
    before()
    for row in rows(chunk):
        verdict = grader.verdict(row)
        collected.add(verdict, row, counted=grader.counted(verdict.rubric))
        before()
    return collected.done()


def lost_answer(chunk: Chunk, grader: Grader, reason: str, *, ascii_only: bool = False) -> Answer:
    """Return the error verdicts of a chunk that could not be graded; nothing is compiled for them."""
    if chunk.meaning is Meaning.REFS:
        return Answer(signatures=dict.fromkeys(_refs(chunk)))
    collected = _Lines(chunk, ascii_only)
    for row in rows(chunk):
        collected.add(grader.lost(row, reason), row, counted=True)
    return collected.done()


def _refs(chunk: Chunk) -> Iterator[str]:
    for line in lines(chunk):
        yield line.data.decode("utf-8").removesuffix("\n")
