"""Grade what is left of a response file, and write it behind what is there already."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import IO, Any

from checkwright import Kinds

from ....run.batch import Run
from ....run.chunks import CHUNK_BYTES
from ....run.job import Job
from ....run.output.fingerprint import Fingerprinted, code_of, dataset_digest
from ....run.output.resumed_rows import believed, row_numbers
from ....run.sample_numbers import Samples
from ....run.verdict_rows import FORMAT, VerdictRow
from ...arguments.files import size_of
from ...screen.printing import clean, note
from ...screen.streams import data_stream
from ...writing.refusals import refused_writing
from ...writing.sink import Sink
from .progress import progress
from .reading_again import fingerprint, prefix_of, readable
from .results import Results
from .stopping import stopped

__all__ = ["grade", "inputs_of"]

_LEAST_CHUNK = 1 << 10
#: Chunks that each worker gets of a small file, so that all have something to do.
_SHARES = 8
#: Bytes that are read at once where rows are graded several at a time.
_TOGETHER_BYTES = 1 << 20


def inputs_of(
    arguments: argparse.Namespace,
    job: Job,
    kinds: Kinds,
    rubrics: Mapping[str, Any],
    stream: IO[bytes],
    digests: Mapping[str, str],
) -> dict[str, Any]:
    """Spell what decides the verdicts.

    rubrics: the signature of each. digests: of what the options of plugins bring.
    """
    used = {name for one in rubrics.values() for name in (one or {}).get("kinds", ())}
    return {
        "format": FORMAT,
        "responses": fingerprint(arguments, stream),
        "dataset": None if job.dataset is None else dataset_digest(job.dataset),
        "rubrics": rubrics,
        "code": code_of(kinds, used),
        "supplies": dict(sorted(digests.items())),
    }


def grade(
    arguments: argparse.Namespace,
    grading: Run,
    stream: IO[bytes],
    out: Sink,
    inputs: dict[str, Any],
    results: Results,
) -> dict[str, Any]:
    """Grade all rows, or those that are left; return the inputs with the responses as they were read.

    Raises:
        Refused: a file cannot be read or written, or a check asked the run to end.
    """
    samples = Samples()
    after = given = 0
    if arguments.resume:
        for row in _rows_there(arguments, grading, stream, out, inputs, samples):
            results.add(row, counted=grading.counted(row.verdict.rubric))
            if row.line is None:
                given += 1
            else:
                after = row.line
    else:
        out.begin(inputs, restart=arguments.restart)
    if out.is_done:
        note(clean(f"{arguments.output} is complete, and nothing that went into it has changed"))
        return inputs
    seen = Fingerprinted(stream)
    size = size_of(stream)
    batches = grading.batches(
        seen, size=_chunk_size(size, arguments.workers, grading), samples=samples, after=after, given=given
    )
    data = data_stream()
    quiet = not out.keeps and data is not None and data.isatty()
    with progress(size, results.progress, quiet=quiet) as advance:
        for batch in readable(batches, arguments.responses):
            out.write(batch.data)
            results.merge(batch)
            advance(batch.totals.rows, batch.end)
            if batch.stopped is not None:
                raise stopped(out, batch.stopped)
    return _as_read(arguments, inputs, seen.fingerprint)


def _chunk_size(size: int | None, workers: int, grading: Run) -> int:
    """Return how many bytes are graded together of a file of so many bytes; None for a pipe."""
    if grading.together > 1:
        # All rows at a time wait for the last of a chunk, so it is bounded by rows, not by bytes.
        return _TOGETHER_BYTES
    share = CHUNK_BYTES if size is None else size // (max(workers, 1) * _SHARES)
    return max(_LEAST_CHUNK, min(share, CHUNK_BYTES))


def _rows_there(
    arguments: argparse.Namespace,
    grading: Run,
    stream: IO[bytes],
    out: Sink,
    inputs: Mapping[str, Any],
    samples: Samples,
) -> Iterator[VerdictRow]:
    """Yield the rows that are there already, each compared with the responses; leave these at their start."""
    with refused_writing(arguments.output):
        rows = out.rows(inputs, prefix_of(arguments, stream))
        yield from believed(rows, row_numbers(stream), samples, lambda: grading.unanswered(samples))
    stream.seek(0)


def _as_read(
    arguments: argparse.Namespace, inputs: dict[str, Any], read: Mapping[str, Any]
) -> dict[str, Any]:
    """Put what was read in the place of what was there at the beginning, and say so where these differ."""
    if inputs.get("responses") in (None, read):
        return inputs
    note(
        clean(
            f"warning: {arguments.responses} changed while it was read: the summary holds the digest of what "
            "was graded"
        )
    )
    return {**inputs, "responses": dict(read)}
