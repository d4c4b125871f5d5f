"""Run jobs in the process of the tests."""

import io
import json
from typing import Any

from checkwright import RubricStore, load_kinds, parse_dataset, parse_rubric
from checkwright.engine.resources import Resources
from checkwright_runner.run.batch import Run
from checkwright_runner.run.job import Job
from checkwright_runner.run.reports.totals import Totals

SAYS = {"kind": "test.says", "id": "polite", "word": "hello"}
WORDS = {"kind": "test.words"}


def rubric_of(kinds, *checks, name="t", **fields):
    scoring = {"combine": "all_pass"}
    return parse_rubric(
        {"id": name, "version": "1.0", "checks": list(checks), "scoring": scoring, **fields}, kinds=kinds
    )


def dataset_of(**questions: Any):
    """Make a dataset from ids and what their questions have beside id and input."""
    rows = [{"id": ident, "input": "?", **fields} for ident, fields in questions.items()]
    return parse_dataset({"questions": rows})


def graded(job, kinds, *rows, **options):
    """Grade rows, each a dict or the bytes of a line; give the verdict rows and the totals."""
    data = b"\n".join(row if isinstance(row, bytes) else json.dumps(row).encode() for row in rows)
    totals = Totals()
    verdicts = []
    with Run(job, kinds, **{"workers": 0, **options}) as run:
        for batch in run.batches(io.BytesIO(data)):
            verdicts += map(json.loads, batch.data.decode("utf-8").splitlines())
            totals.merge(batch.totals)
    return verdicts, totals


__all__ = [
    "SAYS",
    "WORDS",
    "Job",
    "Resources",
    "RubricStore",
    "dataset_of",
    "graded",
    "load_kinds",
    "rubric_of",
]
