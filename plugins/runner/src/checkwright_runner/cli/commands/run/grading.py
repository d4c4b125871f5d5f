"""Grade what is left of a response file, and write it behind what is there already."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import IO, Any

from checkwright import Kinds

from ....run.batch import Batch, Run
from ....run.chunks import CHUNK_BYTES
from ....run.job import Job
from ....run.output.fingerprint import Fingerprinted, code_of, dataset_digest, fingerprint_of
from ....run.output.resumed_rows import believed, row_numbers
from ....run.reports.failing_examples import Examples
from ....run.reports.totals import Totals
from ....run.sample_numbers import Samples
from ....run.verdict_rows import FORMAT
from ...arguments.files import size_of, unreadable
from ...screen.printing import clean, note
from ...screen.streams import data_stream
from ...writing.refusals import refused_writing
from ...writing.report import Report
from ...writing.sink import Sink
from .progress import progress

__all__ = ["grade", "inputs_of"]

_LEAST_CHUNK = 1 << 10
#: Chunks that each worker gets of a small file, so that all have something to do.
_SHARES = 8


def inputs_of(
    arguments: argparse.Namespace,
    job: Job,
    kinds: Kinds,
    grading: Run,
    stream: IO[bytes],
    digests: Mapping[str, str],
) -> dict[str, Any]:
    """Spell what decides the verdicts; digests: of what the options of plugins bring."""
    rubrics = grading.signatures()
    used = {name for one in rubrics.values() for name in (one or {}).get("kinds", ())}
    return {
        "format": FORMAT,
        "responses": _fingerprint(arguments, stream),
        "dataset": None if job.dataset is None else dataset_digest(job.dataset),
        "rubrics": rubrics,
        "code": code_of(kinds, used),
        "supplies": dict(sorted(digests.items())),
    }


def _fingerprint(
    arguments: argparse.Namespace, stream: IO[bytes], most: int | None = None
) -> dict[str, Any] | None:
    """Return the fingerprint of the responses, or of their first bytes; None for a pipe."""
    if size_of(stream) is None:
        return None
    try:
        stream.seek(0)
        found = fingerprint_of(stream, most)
        stream.seek(0)
    except OSError as error:
        raise unreadable(arguments.responses, error) from None
    return found


def grade(
    arguments: argparse.Namespace,
    grading: Run,
    stream: IO[bytes],
    out: Sink,
    inputs: dict[str, Any],
    totals: Totals,
    report: Report,
    examples: Examples | None,
) -> dict[str, Any]:
    """Grade all rows, or those that are left; return the inputs with the responses as they were read."""
    samples = Samples()
    after = given = 0
    if arguments.resume:
        for row in _rows_there(arguments, grading, stream, out, inputs, samples):
            totals.add(row.verdict, row.line, counted=grading.counted(row.verdict.rubric))
            report.add(row)
            if row.line is None:
                given += 1
                continue
            after = row.line
            if examples is not None:
                examples.add(row.verdict, row.line, None)
    else:
        out.begin(inputs, restart=arguments.restart)
    if out.is_done:
        note(clean(f"{arguments.output} is complete, and nothing that went into it has changed"))
        return inputs
    seen = Fingerprinted(stream)
    size = size_of(stream)
    share = CHUNK_BYTES if size is None else size // (max(arguments.workers, 1) * _SHARES)
    batches = grading.batches(
        seen, size=max(_LEAST_CHUNK, min(share, CHUNK_BYTES)), samples=samples, after=after, given=given
    )
    data = data_stream()
    quiet = not out.keeps and data is not None and data.isatty()
    with progress(size, quiet=quiet) as advance:
        for batch in _readable(batches, arguments.responses):
            out.write(batch.data)
            totals.merge(batch.totals)
            report.add_lines(batch.data)
            if examples is not None and batch.examples is not None:
                examples.merge(batch.examples)
                examples.keep(totals.by_check, arguments.explain)
            advance(batch.totals.rows, batch.end)
    return _as_read(arguments, inputs, seen.fingerprint)


def _rows_there(
    arguments: argparse.Namespace,
    grading: Run,
    stream: IO[bytes],
    out: Sink,
    inputs: Mapping[str, Any],
    samples: Samples,
) -> Iterator[Any]:
    """Yield the rows that are there already, each compared with the responses; leave these at their start."""

    def begins_with(before: Mapping[str, Any]) -> bool:
        return _fingerprint(arguments, stream, before["bytes"]) == before and _ends_a_line(
            arguments, stream, before["bytes"]
        )

    with refused_writing(arguments.output):
        rows = out.rows(inputs, begins_with)
        yield from believed(rows, row_numbers(stream), samples, lambda: grading.unanswered(samples))
    stream.seek(0)


def _ends_a_line(arguments: argparse.Namespace, stream: IO[bytes], size: int) -> bool:
    """Tell whether a line of the responses ends after so many bytes, so that rows may follow."""
    try:
        stream.seek(max(size - 1, 0))
        around = stream.read(2)
        stream.seek(0)
    except OSError as error:
        raise unreadable(arguments.responses, error) from None
    return size == 0 or b"\n" in around


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


def _readable(batches: Iterator[Batch], path: str) -> Iterator[Batch]:
    """Blame the file when reading on fails."""
    try:
        yield from batches
    except OSError as error:
        raise unreadable(path, error) from None
