"""The process that grades: it takes chunks until its input ends, which it does when its parent ends."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys
from typing import IO

from checkwright import described, isolated, load_kinds

from ..chunk_result import grade_chunk
from ..early_collection import early_collection
from ..grader import Grader
from .frames import read_frame, write_frame
from .plugin_output import for_plugins
from .row_timer import RowTimer
from .setup import READY, Setup

__all__ = [
    "main",
    "serve",
]


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Read a Setup, write READY, and grade chunks until there is no more; then close all plans."""
    setup: Setup = read_frame(source)
    with isolated() as fault:
        kinds = load_kinds(plugins=[importlib.import_module(name) for name in setup.plugins])
        grader = Grader(pickle.loads(setup.job), kinds)  # noqa: S301 - written by the parent
    if fault.error is not None:
        write_frame(sink, described(fault.error))
        return
    try:
        with early_collection():
            _grade_all(source, sink, grader, setup)
    finally:
        for line in grader.close():
            print(f"warning: {line}", file=sys.stderr)


def _grade_all(source: IO[bytes], sink: IO[bytes], grader: Grader, setup: Setup) -> None:
    timer = RowTimer(setup.seconds, sink.fileno())
    write_frame(sink, READY)
    while True:
        try:
            chunk = read_frame(source)
        except EOFError:
            return
        timer.start()
        result = grade_chunk(
            chunk, grader, ascii_only=setup.ascii_only, explain=setup.explain, before=timer.row
        )
        timer.stop()
        write_frame(sink, result)


def _stop(number: int, _: object) -> None:  # pragma: no cover - called in processes of its own
    # The first signal alone, so that closing is not interrupted; nothing contains a KeyboardInterrupt.
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(source: IO[bytes]) -> None:  # pragma: no cover - the tests run it in processes of its own
    """Serve the process that started this one: its chunks come from `source`, results go to stdout.

    What a kind prints goes to the standard error. Ctrl-C is the parent's business; by SIGTERM it asks a
    worker that is busy to stop, which then closes its plans like one whose input ended.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = for_plugins()
    code = 1
    try:
        serve(source, sink)
        code = 0
    finally:
        # Threads that a kind left, and what the interpreter does at its end, are no reason to stay.
        os._exit(code)
