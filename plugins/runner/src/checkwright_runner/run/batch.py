"""The batch run: response rows in, verdict lines out, in the order of the rows."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from checkwright import Kinds, Missing, described, isolated

from .chunk_result import ChunkResult, fail_chunk, grade_chunk
from .chunks import CHUNK_BYTES, Chunk, ChunkContent, Source, chunks, lines
from .grader import Grader
from .job import Job
from .reports.failing_examples import Examples
from .reports.totals import Totals
from .row_limit import ROW_LIMIT, RowLimit
from .sample_numbers import Samples, key_of
from .workers.ending import Orphans
from .workers.handle import WorkerEnded
from .workers.pool import NoWorker, Pool
from .workers.setup import Setup

__all__ = ["Batch", "Run"]

#: Lines of a chunk that is read from no file: references, or questions without a row.
_TOGETHER = 16


class Batch(NamedTuple):
    """Some verdict lines, which come next.

    totals: what they come to. end: how many bytes of the response file are read.
    examples: of the checks that failed; None when none are wanted.
    """

    data: bytes
    totals: Totals
    end: int
    examples: Examples | None = None


class Run:
    """Grades response files; a context manager: at its end all plans are closed, and workers are ended.

    The lines are the same for any number of workers. A row that a worker dies on, or spends too long on,
    becomes an error verdict, and the run goes on.

    workers: how many processes grade; 0 grades in this one, where nothing protects it from a kind that
        hangs or crashes, and rows have no time limit.
    plugins: modules that a worker takes kinds from as well, by their names.
    row_limit: the time for one row.
    ascii_only: whether other characters are escaped in the lines.
    orphans: ends what left the groups of workers, see `Orphans`; a library leaves it.
    explain: whether batches have examples of the checks that failed.
    unclosed: at the end, a line for each thing that checks opened in this process and that could not be
        closed; a worker says it on the standard error.

    Raises:
        NoWorker: a worker process cannot be started.
    """

    def __init__(
        self,
        job: Job,
        kinds: Kinds,
        *,
        workers: int = 1,
        plugins: Iterable[str] = (),
        row_limit: RowLimit = ROW_LIMIT,
        ascii_only: bool = False,
        explain: bool = False,
        orphans: Orphans | None = None,
    ) -> None:
        self._job = job
        self._grader = Grader(job, kinds)
        self._ascii_only = ascii_only
        self._explain = explain
        self.unclosed: tuple[str, ...] = ()
        self._pool: Pool | None = None
        if workers:
            with isolated() as fault:
                data = pickle.dumps(job)
            if fault.error is not None:
                raise NoWorker(f"the rubrics cannot be sent to it: {described(fault.error)}")
            setup = Setup(tuple(plugins), data, row_limit, ascii_only, explain)
            self._pool = Pool(workers, setup, self._lost, orphans)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._pool is not None:
                self._pool.close()
        finally:
            self.unclosed = self._grader.close()

    def counted(self, rubric: str | None) -> bool:
        """Tell whether rows of a rubric that have no score count for the pass rate."""
        return self._grader.counted(rubric)

    def signatures(self) -> dict[str, Any]:
        """Spell what each reference stands for: the signature of its rubric, or why it leads to none.

        None for a rubric that no worker could compile.
        """
        found: dict[str, Any] = {}
        for result in self._results(_in_chunks(self._job.refs, ChunkContent.REFS)):
            found |= result.signatures
        return {ref: self._spelled(ref, signature) for ref, signature in found.items()}

    def _spelled(self, ref: str, signature: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        if signature is None:
            found = self._job.find(ref)
            return {"reason": found.why} if isinstance(found, Missing) else None
        return signature

    def batches(
        self,
        stream: Source,
        *,
        size: int = CHUNK_BYTES,
        samples: Samples | None = None,
        after: int = 0,
        given: int = 0,
    ) -> Iterator[Batch]:
        """Yield the verdict lines of a response file, then those of questions that have no row.

        size: bytes that are graded together. To go on with a run: samples: with the rows so far counted.
        after: the number of lines that are graded. given: how many of the last rows are there.
        """
        samples = samples or Samples()
        for result in self._results(chunks(stream, size=size, after=after)):
            yield Batch(result.rows.numbered(samples), result.totals, result.end, result.examples)
        rest = self.unanswered(samples)[given:]
        rows_to_add = (json.dumps({"question_id": ident, "response": None}) for ident in rest)
        for result in self._results(_in_chunks(rows_to_add, ChunkContent.UNANSWERED)):
            yield Batch(result.rows.numbered(samples), result.totals, result.end)

    def unanswered(self, samples: Samples) -> list[str]:
        """Return the questions that no row was of, in their order; samples: with all rows counted."""
        return [ident for ident in self._questions() if key_of(ident) not in samples]

    def _questions(self) -> Iterator[str]:
        dataset = self._job.dataset
        if dataset is not None:
            yield from (ident for ident in dataset.questions if ident not in dataset.disabled)

    def _results(self, asked: Iterator[Chunk]) -> Iterator[ChunkResult]:
        if self._pool is not None:
            return self._pool.results(asked)
        return (
            grade_chunk(line, self._grader, ascii_only=self._ascii_only, explain=self._explain)
            for chunk in asked
            for line in lines(chunk)
        )

    def _lost(self, chunk: Chunk, end: WorkerEnded) -> ChunkResult:
        reason = f"the worker died on this row ({end.how})"
        if end.how is None:
            reason = f"row timeout, {end.seconds or 0:g} s"
        return fail_chunk(chunk, self._grader, reason, ascii_only=self._ascii_only)


def _in_chunks(texts: Iterable[str], content: ChunkContent) -> Iterator[Chunk]:
    """Make chunks of texts, one a line."""
    texts = iter(texts)
    while some := list(islice(texts, _TOGETHER)):
        yield Chunk(1, "".join(f"{text}\n" for text in some).encode(), content)
