"""`checkwright run`: a file of responses, a stream of verdicts, a summary."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from checkwright import Kinds, meets

from ....run.batch import Run
from ....run.early_collection import early_collection
from ....run.job import Job
from ....run.reports.failing_examples import Examples
from ....run.reports.totals import Totals
from ....run.row_limit import ROW_LIMIT, RowLimit
from ....run.workers.ending import Orphans
from ....run.workers.pool import NoWorker
from ...arguments.files import folder_of, open_raw
from ...arguments.inputs import dataset_of, kinds_of, modules_of, rubric_of
from ...arguments.resources import note_unclosed, resources_of
from ...arguments.run_options import add_run_options as extend
from ...arguments.run_options import supplies_of
from ...arguments.stale_refs import stale_refs
from ...refused import Refused
from ...screen.printing import clean, is_utf8, note
from ...screen.streams import data_stream
from ...writing.report import junit_report
from ...writing.sink import sink
from .arguments import add_arguments as arguments
from .arguments import refuse_misfits
from .grading import grade, inputs_of
from .summary import summary_lines
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
    job, digests = _job(arguments, kinds)
    totals = Totals()
    examples = Examples() if arguments.explain else None
    with ExitStack() as stack:
        stack.enter_context(early_collection())
        stream = stack.enter_context(open_raw(arguments.responses))
        out = stack.enter_context(sink(arguments.output))
        report = stack.enter_context(junit_report(arguments.junit))
        grading = stack.enter_context(_grading(arguments, job, kinds))
        try:
            inputs = inputs_of(arguments, job, kinds, grading, stream, digests) if out.keeps else {}
            inputs = grade(arguments, grading, stream, out, inputs, totals, report, examples)
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


def _job(arguments: argparse.Namespace, kinds: Kinds) -> tuple[Job, Mapping[str, str]]:
    """Read what rows are graded by and what else decides, and warn of references that lead to no rubric."""
    rubric = None if arguments.rubric is None else rubric_of(arguments.rubric, kinds, invalid=_NO_VERDICT)
    dataset = None if arguments.dataset is None else dataset_of(arguments.dataset, invalid=_NO_VERDICT)
    folder = folder_of(arguments.dataset)
    questions = [] if dataset is None else list(dataset.questions.values())
    supplies = supplies_of(arguments, modules_of(arguments), questions, folder)
    resources = resources_of(arguments, kinds, supplies=supplies, folder=folder)
    job, store = Job(rubric, dataset, resources), resources.rubrics
    if dataset is not None and store is not None and rubric is None:
        for line in stale_refs(dataset, store):
            note(clean(f"warning: {line}"))
    return job, supplies.digests


@contextmanager
def _grading(arguments: argparse.Namespace, job: Job, kinds: Kinds) -> Iterator[Run]:
    to_stdout = arguments.output in (None, "-")
    try:
        grading = Run(
            job,
            kinds,
            workers=arguments.workers,
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
