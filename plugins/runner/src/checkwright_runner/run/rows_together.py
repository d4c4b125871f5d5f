"""Grade the rows of a chunk several at a time, for checks that wait most of their time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from checkwright import Verdict

from .chunk_result import ChunkResult, VerdictLines, grade_chunk
from .chunks import Chunk, ChunkContent
from .grader import Grader
from .responses import Row, rows
from .row_threads import RowThreads

__all__ = ["ROWS_PER_THREAD", "grade_together"]

#: Rows of a chunk for each thread. All threads wait for the last row of a chunk, so it is not a few; and what
#: is graded shows when the chunk is done, so it is not many.
ROWS_PER_THREAD = 32


def _nothing() -> None:
    return None


def grade_together(
    chunk: Chunk,
    grader: Grader,
    threads: RowThreads,
    *,
    ascii_only: bool = False,
    explain: bool = False,
    before: Callable[[int], None] = lambda _checks: None,
    after: Callable[[], None] = _nothing,
) -> ChunkResult:
    """Grade the rows of a chunk by threads; the result is that of `grade_chunk`.

    before: called in the thread of a row before it, with the number of checks that it is graded by; by this
        thread too, before what takes time. after: called by the same thread, when that is done.
    """
    if chunk.content is ChunkContent.REFS:
        result = grade_chunk(chunk, grader, before=before)
        after()
        return result
    here = list(rows(chunk))
    stops = grader.stops
    # Compiled by one thread: what a provider opens is opened once, and nobody's clock runs while it waits.
    for place, row in enumerate(here):
        with stops.at(place):
            grader.compile_for(row, before)
    after()
    verdicts: dict[int, Verdict] = {}

    def grade(place: int, row: Row) -> None:
        if place < stops.first:
            with stops.at(place):
                verdict = grader.verdict(row, before)
                _ = verdict.checks  # located in the time of the row, and while others wait
                verdicts[place] = verdict
                after()

    threads.run(partial(grade, place, row) for place, row in enumerate(here))
    before(0)
    collected = VerdictLines(chunk, ascii_only, explain)
    for place, row in enumerate(here):
        if place == stops.first:
            return collected.done(stops.reason)
        verdict = verdicts.pop(place)
        collected.add(verdict, row, counted=grader.counted(verdict.rubric))
    return collected.done(None)
