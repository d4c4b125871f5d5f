"""Results: what the verdicts of a run come to, for all that tells of them."""

from __future__ import annotations

from checkwright import Verdict

from ....run.batch import Batch
from ....run.reports.failing_examples import Examples
from ....run.reports.totals import Totals
from ....run.verdict_rows import VerdictRow, read_rows
from ...arguments.tallies import Tally
from ...writing.report import Report

__all__ = ["Results"]


class Results:
    """Takes all rows in their order: first those that an earlier run wrote, then batches.

    totals: of the rows. examples: of the checks that fail, as many as are shown; None when none are.
    """

    def __init__(self, report: Report, tally: Tally | None, most_examples: int) -> None:
        self.totals = Totals()
        self.examples = Examples() if most_examples else None
        self._most = most_examples
        self._report = report
        self._tally = tally

    def add(self, row: VerdictRow, *, counted: bool) -> None:
        """Add a row that was there; counted: whether the pass rate counts it when it has no score."""
        self.totals.add(row.verdict, row.line, counted=counted)
        self._report.add(row)
        self._count(row.verdict)
        if self.examples is not None and row.line is not None:
            self.examples.add(row.verdict, row.line, None)

    def merge(self, batch: Batch) -> None:
        """Add rows that were graded."""
        self.totals.merge(batch.totals)
        self._report.add_lines(batch.data)
        if self._tally is not None:
            for row in read_rows(batch.data):
                self._count(row.verdict)
        if self.examples is not None and batch.examples is not None:
            self.examples.merge(batch.examples)
            self.examples.keep(self.totals.by_check, self._most)

    def _count(self, verdict: Verdict) -> None:
        if self._tally is not None:
            self._tally.add(verdict)

    def progress(self) -> str:
        """Return a few words on how far it is."""
        return "" if self._tally is None else self._tally.progress()
