"""The process that grades: it answers chunks until its input ends, which is when its parent does."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys
from typing import Any, BinaryIO

from checkwright import described, isolated, load_kinds

from ..chunk_result import ChunkResult, grade_chunk
from ..chunks import Chunk
from ..early_collection import early_collection
from ..grader import Grader
from ..row_threads import RowThreads
from ..rows_together import grade_together
from .ending import end_with_parent
from .frames import FrameReader, frame_of, read_value
from .plugin_output import for_plugins
from .row_timer import RowTimer
from .row_timers import RowTimers
from .setup import RowBegins, Say, Setup

__all__ = ["Link", "main", "serve"]

#: Seconds that rows have to come to their end before what they use is closed.
_MOMENT = 2.0


class Link:
    """The two pipes of a worker to the run, for this process alone.

    A process that a kind forks loses them at once, and is ended as soon as it comes back to grading: else a
    `fork` that returns twice would answer every row twice.

    token: what each message begins with.
    """

    def __init__(self, source: BinaryIO, sink: BinaryIO, token: bytes) -> None:
        self._source = source
        self._sink = sink
        self._token = token
        self._reader = FrameReader(token)
        self._waiting: list[Any] = []
        self._owner = os.getpid()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._close)

    def _close(self) -> None:  # pragma: no cover - called in forked processes
        self._source.close()
        self._sink.close()

    @property
    def is_mine(self) -> bool:
        """Whether this is the process that was started as a worker, not one that was forked off it."""
        return os.getpid() == self._owner

    @property
    def file(self) -> int:
        """The descriptor that messages go to."""
        return self._sink.fileno()

    def read(self) -> Any:
        """Return the next value.

        Raises:
            EOFError: the run has no more.
        """
        self.leave_unless_mine()
        return read_value(self._source, self._reader, self._waiting)

    def say(self, value: Any) -> None:
        """Tell the run a value."""
        self.leave_unless_mine()
        rest = memoryview(frame_of(self._token, value))
        while rest:
            rest = rest[self._sink.write(rest) :]

    def leave_unless_mine(self) -> None:
        """End a process that was forked off the worker and came back to grading, before it touches the timer.

        The thread of the timer was not forked with it: whoever waits for that thread waits for ever.
        """
        if not self.is_mine:
            os._exit(0)  # pragma: no cover - in forked processes


def serve(link: Link) -> None:
    """Read a Setup, say READY, and answer chunks until there is no more; then close all plans."""
    setup: Setup = link.read()
    with isolated() as fault:
        kinds = load_kinds(plugins=[importlib.import_module(name) for name in setup.plugins])
        timer = _timer(link, setup)
        grader = Grader(pickle.loads(setup.job), kinds, timer.outside)  # noqa: S301 - written by the parent
    if fault.error is not None:
        link.say(described(fault.error))
        return
    threads = None if isinstance(timer, RowTimer) else RowThreads(setup.together)
    try:
        with early_collection():
            _grade_all(link, grader, timer, threads, setup)
    finally:
        if link.is_mine:
            if threads is not None:
                threads.close(_MOMENT)
            for line in grader.close():
                print(f"warning: {line}", file=sys.stderr)


def _timer(link: Link, setup: Setup) -> RowTimer | RowTimers:
    def beat(seconds: float | None) -> None:
        link.say(RowBegins(seconds))

    if setup.together == 1:
        return RowTimer(setup.limit, link.file, beat)
    return RowTimers(setup.limit, link.file, beat, link.leave_unless_mine)


def _grade_all(
    link: Link, grader: Grader, timer: RowTimer | RowTimers, threads: RowThreads | None, setup: Setup
) -> None:
    def before(checks: int) -> None:
        link.leave_unless_mine()
        timer.row(checks)

    def graded(chunk: Chunk) -> ChunkResult:
        if threads is None or not isinstance(timer, RowTimers):
            return grade_chunk(
                chunk, grader, ascii_only=setup.ascii_only, explain=setup.explain, before=before
            )
        return grade_together(
            chunk,
            grader,
            threads,
            ascii_only=setup.ascii_only,
            explain=setup.explain,
            before=before,
            after=timer.done,
        )

    link.say(Say.READY)
    while True:
        try:
            chunk = link.read()
        except EOFError:
            return
        timer.start()
        result = graded(chunk)
        link.leave_unless_mine()
        timer.stop()
        link.say(result)


def _stop(number: int, _: object) -> None:  # pragma: no cover - called in processes of its own
    # Once, so that closing is not interrupted; and as what no containment holds back.
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(source: BinaryIO, token: bytes) -> None:  # pragma: no cover - run in processes of its own
    """Serve the process that started this one: what it says comes from `source`, answers go to stdout.

    What a kind prints goes to the standard error. Ctrl-C is the parent's business; by SIGTERM it asks a
    worker that is busy to stop, which then closes its plans like one whose input ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    sink = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    sys.stdout = for_plugins()
    code, owner, parent = 1, os.getpid(), os.getppid()
    end_with_parent()
    try:
        serve(Link(source, sink, token))
        code = 0
    finally:
        if os.getpid() == owner and os.getppid() != parent and hasattr(os, "killpg"):
            # Nobody is left to end what this one started.
            os.killpg(0, signal.SIGKILL)
        # Threads that a kind left, and what the interpreter does at its end, are no reason to stay.
        os._exit(code)
