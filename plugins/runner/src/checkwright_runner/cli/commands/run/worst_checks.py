"""Show the checks of a run that fail most often, each with a row that shows why."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO, NamedTuple

from ....run.chunks import chunks, lines
from ....run.reports.failing_examples import Example, Examples, Key
from ....run.reports.totals import Totals
from ....run.responses import rows
from ...arguments.files import size_of
from ...screen.printing import clean

__all__ = ["WorstCheck", "worst_checks", "worst_lines"]


class WorstCheck(NamedTuple):
    """A check, how many rows it failed, how many rows it was in, and one of those that it failed."""

    key: Key
    failed: int
    rows: int
    example: Example


def worst_checks(examples: Examples, totals: Totals, stream: IO[bytes], most: int) -> list[WorstCheck]:
    """Return the `most` checks that fail most often.

    stream: the response file, where the responses of rows that an earlier run graded are looked up; those
    of a pipe are gone.
    """
    worst = examples.worst(totals.by_check, most)
    gone = {example.line for _, example in worst if example.response is None}
    found: Mapping[int | None, str | None] = {}
    if gone and size_of(stream) is not None:
        with suppress(OSError):
            found = _responses(stream, gone)
    result = []
    for key, example in worst:
        response = found.get(example.line)
        if response is not None:
            example = example.with_response(response)
        counts = totals.by_check[key]
        result.append(WorstCheck(key, counts["failed"], sum(counts.values()), example))
    return result


def _responses(stream: IO[bytes], wanted: set[int]) -> Mapping[int | None, str | None]:
    """Read some lines of a response file once more."""
    stream.seek(0)
    asked = (
        line
        for chunk in chunks(stream, after=min(wanted) - 1)
        for line in lines(chunk)
        if line.line in wanted
    )
    found = (row for line in islice(asked, len(wanted)) for row in rows(line))
    return {row.line: row.response for row in found}


def worst_lines(worst: Sequence[WorstCheck], source: str, *, by_rubric: bool) -> list[str]:
    """Return the lines that show some checks.

    source: the name of the response file. by_rubric: whether rows were graded by more than one rubric.
    """
    from ...screen.explaining import explained_checks, page_of

    if not worst:
        return ["", "no check failed"]
    page = page_of(sys.stderr)
    shown = [
        "",
        "the check that fails most" if len(worst) == 1 else f"the {len(worst)} checks that fail most",
    ]
    for one in worst:
        rubric, index, label = one.key
        name = (
            f"[{index}] {label}"
            if not by_rubric
            else f"{str(rubric).removeprefix('rubric/')} [{index}] {label}"
        )
        noun = "row" if one.rows == 1 else "rows"
        example = one.example
        case = "" if example.id is None else f", {clean(example.id, 60)}"
        shown += [
            "",
            clean(f"{name}: failed {one.failed:,} of {one.rows:,} {noun}, as {source}:{example.line}{case}"),
            *explained_checks([example.check], example.response, page, left_out=example.more),
        ]
    return shown
