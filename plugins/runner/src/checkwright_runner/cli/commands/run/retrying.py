"""Grade the rows again that are errors, and leave all other lines as they are."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import IO, Any

from ....run.batch import Run
from ....run.output.blanked_lines import BlankedLines
from ....run.output.resumed_rows import believed, row_numbers
from ....run.sample_numbers import Samples
from ...arguments.files import size_of
from ...writing.refusals import refused_writing
from ...writing.sink import Sink
from .progress import progress
from .reading_again import prefix_of, readable
from .stopping import stopped

__all__ = ["retry_errors"]


class _Errors:
    """The rows that are errors: their places among all `rows`, lines, questions and sample numbers."""

    def __init__(self) -> None:
        self.rows = 0
        self.places: set[int] = set()
        self.lines: set[int] = set()
        self.idents: list[str] = []
        self.numbers: list[int] = []


class _Given:
    """Gives the numbers that rows had."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = iter(numbers)

    def next(self, _: int, /) -> int:
        """Return the next."""
        return next(self._numbers)


def retry_errors(
    arguments: argparse.Namespace, grading: Run, stream: IO[bytes], out: Sink, inputs: Mapping[str, Any]
) -> None:
    """Put new lines in the place of those that are errors; what is to be graded besides is left to do.

    Raises:
        Refused: a file cannot be read or written; a check asked the run to end, and then the rows before are
            graded anew, and those from there on are as they were.
    """
    found = _errors(arguments, grading, stream, out, inputs)
    stream.seek(0)
    if not found.places:
        return
    reasons: list[str] = []
    new = _again(arguments, grading, stream, found, reasons)
    out.put(inputs, lambda lines: _merged(found, lines, new))
    stream.seek(0)
    if reasons:
        raise stopped(out, reasons[0], "--resume --retry-errors")


def _errors(
    arguments: argparse.Namespace, grading: Run, stream: IO[bytes], out: Sink, inputs: Mapping[str, Any]
) -> _Errors:
    found, samples = _Errors(), Samples()
    with refused_writing(arguments.output):
        rows = out.look(inputs, prefix_of(arguments, stream))
        sound = believed(rows, row_numbers(stream), samples, lambda: grading.unanswered(samples))
        for place, row in enumerate(sound):
            found.rows = place + 1
            if row.verdict.status != "error":
                continue
            found.places.add(place)
            if row.line is not None:
                found.lines.add(row.line)
            else:
                found.idents.append(str(row.verdict.id))
            if row.sample is not None:
                found.numbers.append(row.sample)
    return found


def _again(
    arguments: argparse.Namespace, grading: Run, stream: IO[bytes], found: _Errors, reasons: list[str]
) -> Iterator[bytes]:
    """Yield the new lines, up to a row that ends the run; `reasons` takes why."""
    blanked = BlankedLines(stream, found.lines)
    batches = grading.again(blanked, found.idents, _Given(found.numbers))
    with progress(size_of(stream), str, quiet=False) as advance:
        for batch in readable(batches, arguments.responses):
            yield from batch.data.splitlines(keepends=True)
            advance(batch.totals.rows, batch.end)
            if batch.stopped is not None:
                reasons.append(batch.stopped)


def _merged(found: _Errors, lines: Iterator[bytes], new: Iterator[bytes]) -> Iterator[bytes]:
    """Yield all lines, a new one in the place of each error while there are any."""
    for place, line in enumerate(islice(lines, found.rows)):
        yield next(new, line) if place in found.places else line
    # What else is graded has to come to its end before anything else can be.
    deque(new, maxlen=0)
