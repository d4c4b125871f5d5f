"""Show how far a run is, on a terminal only."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO

__all__ = ["progress"]

#: Seconds between two looks at the position; a row costs no more than reading the clock.
_EVERY = 0.1


@contextmanager
def progress(stream: IO[bytes], *, quiet: bool) -> Iterator[Callable[[], None]]:
    """Give a function to call after each row; on a terminal it moves a bar by the bytes read of `stream`.

    quiet: show nothing, terminal or not.
    """
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    size = _size(stream)
    bar = Progress(
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rows]:,} rows, {task.fields[rate]:,.0f} rows/s, remaining"),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr, markup=False, highlight=False),
        transient=True,
    )
    rows, started, due = 0, time.monotonic(), 0.0
    with bar:
        task = bar.add_task("", total=size, rows=0, rate=0.0)

        def advance() -> None:
            nonlocal rows, due
            rows += 1
            now = time.monotonic()
            if now >= due:
                due = now + _EVERY
                done = stream.tell() if size is not None else 0
                bar.update(task, completed=done, rows=rows, rate=rows / max(now - started, 1e-3))

        yield advance


def _size(stream: IO[bytes]) -> int | None:
    """Give the bytes of a regular file, None for a pipe and the like."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
