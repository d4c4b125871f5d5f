"""The rows of a run that is gone on with: believed only where they are what the run would have written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..chunks import Source, chunks, lines
from ..responses import is_blank
from ..sample_numbers import Samples, key_of
from ..verdict_rows import VerdictRow
from .resumable import CannotResume

__all__ = ["believed", "row_numbers"]


def row_numbers(stream: Source) -> Iterator[int]:
    """Yield the numbers of the lines of a response file that are rows, in order."""
    for chunk in chunks(stream):
        for line in lines(chunk):
            if not is_blank(line):
                yield line.line


def believed(
    rows: Iterable[VerdictRow],
    numbers: Iterator[int],
    samples: Samples,
    unanswered: Callable[[], Iterable[str]],
) -> Iterator[VerdictRow]:
    """Yield rows that are there already, each as it must be: none missing, doubled or out of its place.

    numbers: of the rows of the response file. samples: counts the rows of each question on the way.
    unanswered: gives the questions that no row is of, when all rows have been.

    Raises:
        CannotResume: one is not.
    """
    rest: Iterator[str] | None = None
    for count, row in enumerate(rows, 1):
        ident = row.verdict.id
        if row.line is not None:
            _require(count, "line", row.line, next(numbers, None) if rest is None else None)
            _require(count, "sample", row.sample, None if ident is None else samples.next(key_of(ident)))
            yield row
            continue
        if rest is None:
            _require(count, "line", None, next(numbers, None))
            rest = iter(unanswered())
        _require(count, "id", ident, next(rest, None))
        yield row


def _require(count: int, field: str, found: object, expected: object) -> None:
    if found != expected:
        raise CannotResume(
            f"verdict {count} has the {field} {found!r:.80}, expected {expected!r:.80}: rows are missing, "
            "doubled or of another run; begin anew with --restart"
        )
