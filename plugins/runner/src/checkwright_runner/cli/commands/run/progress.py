"""Show how far a run is, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["progress"]

#: Seconds between two looks at the position; a row costs no more than reading the clock.
_EVERY = 0.1


@contextmanager
def progress(
    size: int | None, told: Callable[[], str], *, quiet: bool
) -> Iterator[Callable[[int, int], None]]:
    """Return a function to call with how many rows are done, and how many bytes are read in all.

    On a terminal it moves a bar. size: of the file in bytes; None for a pipe.
    told: returns a few words more to show. quiet: show nothing, terminal or not.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda rows, position: None  # noqa: ARG005 - the signature of the function below
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows, {task.fields[rate]:,.0f} rows/s, remaining"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[told]}"),
        console=Console(file=sys.stderr, markup=False, highlight=False),
        transient=True,
    )
    rows, started, due = 0, time.monotonic(), 0.0
    with bar:
        task = bar.add_task("", total=size, rows=0, rate=0.0, told="")

        def advance(more: int, position: int) -> None:
            nonlocal rows, due
            rows += more
            now = time.monotonic()
            if now >= due:
                due = now + _EVERY
                rate = rows / max(now - started, 1e-3)
                bar.update(task, completed=position, rows=rows, rate=rate, told=told())

        yield advance
