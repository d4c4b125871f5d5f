"""`checkwright run`: a file of responses, a stream of verdicts, a summary."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from checkwright import Kinds, meets

from ....run.batch import Run
from ....run.early_collection import early_collection
from ....run.job import Job
from ....run.reports.totals import Totals
from ....run.row_limit import ROW_LIMIT, RowLimit
from ....run.workers.ending import Orphans
from ....run.workers.pool import NoWorker
from ...arguments.files import folder_of, open_raw
from ...arguments.inputs import dataset_of, kinds_of, modules_of, rubric_of
from ...arguments.resources import note_unclosed, resources_of
from ...arguments.run_options import RunSupplies, supplies_of
from ...arguments.run_options import add_run_options as extend
from ...arguments.stale_refs import stale_refs
from ...arguments.tallies import Tally
from ...arguments.unprepared import refuse_unprepared
from ...refused import Refused
from ...screen.printing import clean, is_utf8, note, say
from ...screen.streams import data_stream
from ...writing.report import junit_report
from ...writing.sink import sink
from .arguments import add_arguments as arguments
from .arguments import refuse_misfits
from .grading import grade, inputs_of
from .results import Results
from .retrying import retry_errors
from .stopping import Stopped
from .summary import error_lines, summary_lines
from .supplied import kept_by, refuse_supplies
from .worst_checks import worst_checks, worst_lines

__all__ = ["arguments", "extend", "run"]

_FAILED = 1
_NO_VERDICT = 3


def run(arguments: argparse.Namespace) -> int:
    """Write a verdict per row and the summary.

    3 when a row is an error or none was scored, 1 when fewer rows pass than were asked for, else 0.
    """
    refuse_misfits(arguments)
    kinds = kinds_of(arguments)
    job, supplies = _job(arguments, kinds)
    refuse_supplies(arguments, supplies)
    tally = supplies.tally
    with ExitStack() as stack:
        stack.enter_context(early_collection())
        stream = stack.enter_context(open_raw(arguments.responses))
        out = stack.enter_context(sink(arguments.output, dry=supplies.dry))
        report = stack.enter_context(junit_report(None if supplies.dry else arguments.junit))
        if supplies.kept:
            out.keep(supplies.kept, resume=arguments.resume, restart=arguments.restart)
        grading = stack.enter_context(_grading(arguments, job, kinds, supplies.rows_at_a_time or 1))
        results = Results(report, tally, 0 if supplies.dry else arguments.explain)
        totals, examples = results.totals, results.examples
        try:
            inputs: dict[str, Any] = {}
            if out.keeps or supplies.required:
                compiled = grading.compiled()
                refuse_unprepared(compiled.unprepared, supplies.required)
                if out.keeps:
                    inputs = inputs_of(arguments, job, kinds, compiled.signatures, stream, supplies.digests)
            if arguments.retry_errors:
                retry_errors(arguments, grading, stream, out, inputs)
            inputs = grade(arguments, grading, stream, out, inputs, results)
        except NoWorker as error:
            raise _no_worker(error) from None
        except Stopped:
            for line in () if tally is None else tally.lines():
                note(line)
            raise
        report.complete()
        told = {} if tally is None else {"tallies": tally.to_dict()}
        out.complete({**inputs, "totals": totals.to_dict(), **told})
        worst = [] if examples is None else worst_checks(examples, totals, stream, arguments.explain)
    if supplies.dry:
        return _told_dry(totals, tally, arguments.responses)
    for line in summary_lines(totals, arguments.responses, by_rubric=job.rubric is None):
        note(line)
    for line in () if tally is None else tally.lines():
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


def _told_dry(totals: Totals, tally: Tally | None, source: str) -> int:
    """Print what a run came to that wrote nothing."""
    for line in error_lines(totals, source):
        note(line)
    for line in () if tally is None else tally.lines():
        say(line)
    return _NO_VERDICT if totals.errors else 0


def _job(arguments: argparse.Namespace, kinds: Kinds) -> tuple[Job, RunSupplies]:
    """Read what rows are graded by and what options bring, and warn of references that lead to no rubric."""
    rubric = None if arguments.rubric is None else rubric_of(arguments.rubric, kinds, invalid=_NO_VERDICT)
    dataset = None if arguments.dataset is None else dataset_of(arguments.dataset, invalid=_NO_VERDICT)
    folder = folder_of(arguments.dataset)
    questions = [] if dataset is None else list(dataset.questions.values())
    supplies = supplies_of(
        arguments, modules_of(arguments), questions, folder, **kept_by(arguments.output, arguments.resume)
    )
    resources = resources_of(arguments, kinds, supplies=supplies, folder=folder)
    job, store = Job(rubric, dataset, resources), resources.rubrics
    if dataset is not None and store is not None and rubric is None:
        for line in stale_refs(dataset, store):
            note(clean(f"warning: {line}"))
    return job, supplies


@contextmanager
def _grading(arguments: argparse.Namespace, job: Job, kinds: Kinds, together: int) -> Iterator[Run]:
    to_stdout = arguments.output in (None, "-")
    try:
        grading = Run(
            job,
            kinds,
            workers=arguments.workers,
            together=together,
            plugins=(*arguments.early_plugins, *arguments.plugins),
            row_limit=_row_limit(arguments),
            ascii_only=to_stdout and not is_utf8(data_stream()),
            explain=arguments.explain > 0,
            orphans=Orphans() if arguments.workers and arguments.own_process else None,
        )
    except NoWorker as error:
        raise _no_worker(error) from None
    try:
        with grading:
            yield grading
    finally:
        note_unclosed(grading.unclosed)


def _row_limit(arguments: argparse.Namespace) -> RowLimit:
    """Return the time for a row: what was asked for, as it is, or what any rubric needs."""
    return ROW_LIMIT if arguments.row_timeout is None else RowLimit(arguments.row_timeout or None)


def _no_worker(error: NoWorker) -> Refused:
    return Refused([clean(f"error: no worker process can be started: {error}; --workers 0 does without")])
