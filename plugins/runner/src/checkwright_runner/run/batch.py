"""The batch run: response rows in, verdict lines out, in the order of the rows."""

from __future__ import annotations

import json
import pickle
from collections.abc import Generator, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from checkwright import Kinds, Missing, described, isolated

from .chunk_result import ChunkResult, Unprepared, fail_chunk, grade_chunk
from .chunks import CHUNK_BYTES, Chunk, ChunkContent, Source, at_most, chunks, lines
from .grader import Grader
from .job import Job
from .reports.failing_examples import Examples
from .reports.totals import Totals
from .row_limit import ROW_LIMIT, RowLimit
from .row_threads import RowThreads
from .rows_together import ROWS_PER_THREAD, grade_together
from .sample_numbers import Numbers, Samples, key_of
from .workers.ending import Orphans
from .workers.handle import WorkerEnded
from .workers.pool import NoWorker, Pool
from .workers.setup import Setup

__all__ = ["Batch", "Compiled", "Run"]

#: Lines of a chunk that is read from no file: references, or questions without a row.
_TOGETHER = 16
#: Seconds that rows of this process have to come to their end before what they use is closed.
_MOMENT = 3.0


class Compiled(NamedTuple):
    """What the references of a job stand for.

    signatures: each reference to the signature of its rubric, or to why it leads to none; None for a rubric
        that no worker could compile. unprepared: the checks of all of them that cannot be executed here.
    """

    signatures: dict[str, Any]
    unprepared: tuple[Unprepared, ...]


class Batch(NamedTuple):
    """Some verdict lines, which come next.

    totals: what they come to. end: how many bytes of the response file are read.
    examples: of the checks that failed; None when none are wanted.
    stopped: why the run ends behind these lines, since a check of the next row asked for it; else None.
    """

    data: bytes
    totals: Totals
    end: int
    examples: Examples | None = None
    stopped: str | None = None


class Run:
    """Grades response files; a context manager: at its end all plans are closed, and workers are ended.

    The lines are the same for any number of workers. A row that a worker dies on, or spends too long on,
    becomes an error verdict, and the run goes on.

    workers: how many processes grade; 0 grades in this one, where nothing protects it from a kind that
        hangs or crashes, and rows have no time limit.
    plugins: modules that a worker takes kinds from as well, by their names.
    together: how many rows are graded at a time by threads, in this process or in the one worker.
    row_limit: the time for one row; the time that its checks spend outside does not count.
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
        together: int = 1,
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
        self.together = together
        self._pool: Pool | None = None
        self._threads = RowThreads(together) if together > 1 and not workers else None
        if workers:
            with isolated() as fault:
                data = pickle.dumps(job)
            if fault.error is not None:
                raise NoWorker(f"the rubrics cannot be sent to it: {described(fault.error)}")
            setup = Setup(tuple(plugins), data, row_limit, ascii_only, explain, together)
            self._pool = Pool(workers, setup, self._lost, orphans)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._pool is not None:
                self._pool.close()
            if self._threads is not None:
                self._threads.close(_MOMENT)
        finally:
            self.unclosed = self._grader.close()

    def counted(self, rubric: str | None) -> bool:
        """Tell whether rows of a rubric that have no score count for the pass rate."""
        return self._grader.counted(rubric)

    def compiled(self) -> Compiled:
        """Compile what each reference leads to, before any row."""
        found: dict[str, Any] = {}
        unprepared: dict[Unprepared, None] = {}
        for result in self._results(_in_chunks(self._job.refs, ChunkContent.REFS)):
            found |= result.signatures
            unprepared |= dict.fromkeys(result.unprepared)
        signatures = {ref: self._spelled(ref, signature) for ref, signature in found.items()}
        return Compiled(signatures, tuple(unprepared))

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
        stopped = yield from self._batches(chunks(stream, size=size, after=after), samples)
        if stopped is None:
            yield from self._batches(_without_row(self.unanswered(samples)[given:]), samples)

    def again(
        self, stream: Source, idents: Iterable[str], numbers: Numbers, *, size: int = CHUNK_BYTES
    ) -> Iterator[Batch]:
        """Yield the verdict lines of rows that were graded before, then those of questions without a row.

        numbers: gives the number that each row has as a sample of its question.
        """
        stopped = yield from self._batches(chunks(stream, size=size), numbers)
        if stopped is None:
            yield from self._batches(_without_row(idents), numbers)

    def _batches(self, asked: Iterator[Chunk], numbers: Numbers) -> Generator[Batch, None, str | None]:
        """Yield batches up to the first that is the last one; return why it is."""
        for result in self._results(asked):
            data = result.rows.numbered(numbers)
            yield Batch(data, result.totals, result.end, result.examples, result.stopped)
            if result.stopped is not None:
                return result.stopped
        return None

    def unanswered(self, samples: Samples) -> list[str]:
        """Return the questions that no row was of, in their order; samples: with all rows counted."""
        return [ident for ident in self._questions() if key_of(ident) not in samples]

    def _questions(self) -> Iterator[str]:
        dataset = self._job.dataset
        if dataset is not None:
            yield from (ident for ident in dataset.questions if ident not in dataset.disabled)

    def _results(self, asked: Iterator[Chunk]) -> Iterator[ChunkResult]:
        if self.together > 1:
            asked = at_most(self.together * ROWS_PER_THREAD, asked)
        if self._pool is not None:
            return self._pool.results(asked)
        ascii_only, explain, threads = self._ascii_only, self._explain, self._threads
        if threads is not None:
            return (
                grade_together(chunk, self._grader, threads, ascii_only=ascii_only, explain=explain)
                for chunk in asked
            )
        return (
            grade_chunk(line, self._grader, ascii_only=ascii_only, explain=explain)
            for chunk in asked
            for line in lines(chunk)
        )

    def _lost(self, chunk: Chunk, end: WorkerEnded) -> ChunkResult:
        reason = f"the worker died on this row ({end.how})"
        if end.how is None:
            reason = f"row timeout, {end.seconds or 0:g} s"
        return fail_chunk(chunk, self._grader, reason, ascii_only=self._ascii_only)


def _without_row(idents: Iterable[str]) -> Iterator[Chunk]:
    """Make chunks of questions that have no response row."""
    rows = (json.dumps({"question_id": ident, "response": None}) for ident in idents)
    return _in_chunks(rows, ChunkContent.UNANSWERED)


def _in_chunks(texts: Iterable[str], content: ChunkContent) -> Iterator[Chunk]:
    """Make chunks of texts, one a line."""
    texts = iter(texts)
    while some := list(islice(texts, _TOGETHER)):
        yield Chunk(1, "".join(f"{text}\n" for text in some).encode(), content)
