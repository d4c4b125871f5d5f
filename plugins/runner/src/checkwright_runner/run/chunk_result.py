"""Grade a chunk of response rows: its verdict lines, all but the numbers of the samples."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .chunks import Chunk, ChunkContent, lines
from .grader import Grader
from .printable_json import json_output
from .reports.failing_examples import Examples
from .reports.totals import Totals
from .responses import Row, rows
from .sample_numbers import Samples, key_of

__all__ = ["ChunkResult", "fail_chunk", "grade_chunk"]


@dataclass(slots=True)
class ChunkResult:
    """The verdict lines of a chunk; pickles.

    body: the lines, without the sample numbers of rows that have one.
    cuts: where these belong, as positions in `body`. keys: of which ids they are, see `key_of`.
    totals: of the rows.
    signatures: of a chunk of references: each to its spelled signature, None where it leads to no rubric.
    end: how many bytes of the file are read.
    examples: of the checks that fail; None when none are wanted.
    """

    body: bytes = b""
    cuts: array[int] = field(default_factory=lambda: array("Q"))
    keys: array[int] = field(default_factory=lambda: array("Q"))
    totals: Totals = field(default_factory=Totals)
    signatures: dict[str, Mapping[str, Any] | None] = field(default_factory=dict)
    end: int = 0
    examples: Examples | None = None

    def numbered(self, samples: Samples) -> bytes:
        """Return the verdict lines with the numbers of the samples; to be called in the order of the rows."""
        if not self.cuts:
            return self.body
        parts: list[bytes] = []
        start = 0
        for cut, key in zip(self.cuts, self.keys, strict=True):
            parts += (self.body[start:cut], b"%d" % samples.next(key))
            start = cut
        parts.append(self.body[start:])
        return b"".join(parts)


class _Lines:
    """Collects verdicts as lines."""

    def __init__(self, chunk: Chunk, ascii_only: bool, explain: bool = False) -> None:
        self.answer = ChunkResult(end=chunk.end, examples=Examples() if explain else None)
        self._ascii_only = ascii_only
        self._parts: list[bytes] = []
        self._length = 0

    def add(self, verdict: dict[str, Any], row: Row, *, counted: bool) -> None:
        answer = self.answer
        head = json_output(verdict, ascii_only=self._ascii_only)[:-1].encode() + b', "sample": '
        tail = b', "row": ' + json_output(row.other, ascii_only=self._ascii_only).encode() + b"}\n"
        if row.line is None or row.question is None:
            head += b"null"
        else:
            answer.cuts.append(self._length + len(head))
            answer.keys.append(key_of(row.question))
        self._parts += (head, tail)
        self._length += len(head) + len(tail)
        answer.totals.add(verdict, counted=counted)
        if answer.examples is not None:
            answer.examples.add(verdict, row.response)

    def done(self) -> ChunkResult:
        self.answer.body = b"".join(self._parts)
        return self.answer


def grade_chunk(
    chunk: Chunk,
    grader: Grader,
    *,
    ascii_only: bool = False,
    explain: bool = False,
    before: Callable[[], None] = lambda: None,
) -> ChunkResult:
    """Grade the rows of a chunk, or compile its references.

    ascii_only: whether other characters are escaped. explain: whether examples of failing checks are kept.
    before: called before each row.
    """
    if chunk.content is ChunkContent.REFS:
        signatures: dict[str, Mapping[str, Any] | None] = {}
        for ref in _refs(chunk):
            before()
            plan = grader.plan(ref)
            signatures[ref] = None if plan is None else plan.signature
        return ChunkResult(signatures=signatures)
    collected = _Lines(chunk, ascii_only, explain)
    before()
    for row in rows(chunk):
        verdict = grader.verdict(row)
        collected.add(verdict, row, counted=grader.counted(verdict["rubric"]))
        before()
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
