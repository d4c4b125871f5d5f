"""`checkwright run`: a file of responses, a stream of verdicts, a summary."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, Any

from checkwright import Kinds, meets

from ....run.batch import Batch, Run
from ....run.chunks import CHUNK_BYTES
from ....run.early_collection import early_collection
from ....run.job import Job
from ....run.output.fingerprint import dataset_digest, file_digest
from ....run.reports.failing_examples import Examples
from ....run.reports.totals import Totals
from ....run.sample_numbers import Samples, key_of
from ....run.verdict_rows import FORMAT
from ....run.workers.pool import NoWorker
from ...arguments.files import open_raw, size_of, unreadable
from ...arguments.inputs import dataset_of, kinds_of, rubric_of
from ...arguments.resources import note_left, resources_of
from ...arguments.stale_refs import stale_refs
from ...refused import Refused
from ...screen.printing import clean, is_utf8, note
from ...screen.streams import data_stream
from ...writing.report import Report, junit_report
from ...writing.sink import Sink, sink
from .arguments import add_arguments as arguments
from .arguments import refuse_misfits
from .progress import progress
from .summary import summary_lines
from .worst_checks import worst_checks, worst_lines

__all__ = ["arguments", "run"]

_FAILED = 1
_NO_VERDICT = 3
_LEAST_CHUNK = 1 << 10
#: Chunks that each worker gets of a small file, so that all have something to do.
_SHARES = 8


def run(arguments: argparse.Namespace) -> int:
    """Write a verdict per row and the summary.

    3 when a row is an error or none was scored, 1 when fewer rows pass than were asked for, else 0.
    """
    refuse_misfits(arguments)
    kinds = kinds_of(arguments)
    job = _job(arguments, kinds)
    totals = Totals()
    examples = Examples() if arguments.explain else None
    with ExitStack() as stack:
        stack.enter_context(early_collection())
        stream = stack.enter_context(open_raw(arguments.responses))
        out = stack.enter_context(sink(arguments.output))
        report = stack.enter_context(junit_report(arguments.junit))
        grading = stack.enter_context(_grading(arguments, job, kinds))
        try:
            inputs = _inputs(arguments, job, grading, stream) if out.keeps else {}
            _grade(arguments, grading, stream, out, inputs, totals, report, examples)
        except NoWorker as error:
            raise _no_worker(error) from None
        report.complete()
        out.complete({**inputs, "totals": totals.to_dict()})
        worst = [] if examples is None else worst_checks(examples, totals, stream, arguments.explain)
    for line in summary_lines(totals, arguments.responses, by_rubric=job.rubric is None):
        note(line)
    if examples is not None:
        for line in worst_lines(worst, arguments.responses, by_rubric=job.rubric is None):
            note(line)
    if totals.errors or not totals.scored:
        return _NO_VERDICT
    wanted, rate = arguments.min_pass_rate, totals.pass_rate
    if wanted is not None and (rate is None or not meets(rate, wanted)):
        note(f"error: the pass rate {rate or 0:.4%} is under the {wanted:.4%} that were asked for")
        return _FAILED
    return 0


def _job(arguments: argparse.Namespace, kinds: Kinds) -> Job:
    """Read what rows are graded by, and warn of references that lead to no rubric."""
    rubric = None if arguments.rubric is None else rubric_of(arguments.rubric, kinds, invalid=_NO_VERDICT)
    dataset = None if arguments.dataset is None else dataset_of(arguments.dataset, invalid=_NO_VERDICT)
    resources = resources_of(arguments, kinds)
    job, store = Job(rubric, dataset, resources), resources.rubrics
    if dataset is not None and store is not None and rubric is None:
        for line in stale_refs(dataset, store):
            note(clean(f"warning: {line}"))
    return job


@contextmanager
def _grading(arguments: argparse.Namespace, job: Job, kinds: Kinds) -> Iterator[Run]:
    to_stdout = arguments.output in (None, "-")
    try:
        grading = Run(
            job,
            kinds,
            workers=arguments.workers,
            plugins=(*arguments.early_plugins, *arguments.plugins),
            row_seconds=arguments.row_timeout or None,
            ascii_only=to_stdout and not is_utf8(data_stream()),
            explain=arguments.explain > 0,
        )
    except NoWorker as error:
        raise _no_worker(error) from None
    try:
        with grading:
            yield grading
    finally:
        note_left(grading.left)


def _no_worker(error: NoWorker) -> Refused:
    return Refused([clean(f"error: no worker process can be started: {error}; --workers 0 does without")])


def _inputs(arguments: argparse.Namespace, job: Job, grading: Run, stream: IO[bytes]) -> dict[str, Any]:
    """Spell what decides the verdicts."""
    responses = None
    if size_of(stream) is not None:
        try:
            responses = file_digest(stream)
            stream.seek(0)
        except OSError as error:
            raise unreadable(arguments.responses, error) from None
    return {
        "format": FORMAT,
        "responses": responses,
        "dataset": None if job.dataset is None else dataset_digest(job.dataset),
        "rubrics": grading.signatures(),
    }


def _grade(
    arguments: argparse.Namespace,
    grading: Run,
    stream: IO[bytes],
    out: Sink,
    inputs: dict[str, Any],
    totals: Totals,
    report: Report,
    examples: Examples | None,
) -> None:
    """Grade all rows, or those that are left."""
    samples = Samples()
    after = given = 0
    if arguments.resume:
        for row in out.rows(inputs):
            verdict = row.verdict
            totals.add(verdict, row.line, counted=grading.counted(verdict.rubric))
            report.add(row)
            if row.line is None:
                given += 1
                continue
            after = row.line
            if examples is not None:
                examples.add(verdict, row.line, None)
            if verdict.id is not None:
                samples.next(key_of(verdict.id))
    else:
        out.begin(inputs)
    size = size_of(stream)
    share = CHUNK_BYTES if size is None else size // (max(arguments.workers, 1) * _SHARES)
    batches = grading.batches(
        stream,
        size=max(_LEAST_CHUNK, min(share, CHUNK_BYTES)),
        samples=samples,
        after=after,
        given=given,
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


def _readable(batches: Iterator[Batch], path: str) -> Iterator[Batch]:
    """Blame the file when reading on fails."""
    try:
        yield from batches
    except OSError as error:
        raise unreadable(path, error) from None
