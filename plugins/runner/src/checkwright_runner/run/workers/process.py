"""The process that grades: it answers chunks until its input ends, which is when its parent does."""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import signal
import sys
from typing import IO

from checkwright import described, isolated, load_kinds

from ..chunk_result import answer_to
from ..grader import Grader
from .frames import read_frame, write_frame
from .plugin_output import for_plugins
from .row_timer import Watch
from .setup import READY, Setup

__all__ = [
    "main",
    "serve",
]


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Read a Setup, say READY, and answer chunks until there is no more; then close all plans."""
    setup: Setup = read_frame(source)
    with isolated() as fault:
        kinds = load_kinds(plugins=[importlib.import_module(name) for name in setup.plugins])
        grader = Grader(pickle.loads(setup.job), kinds)  # noqa: S301 - written by the parent
    if fault.error is not None:
        write_frame(sink, described(fault.error))
        return
    # What is loaded by now stays to the end; garbage of rows is collected early, so that memory stays flat.
    gc.freeze()
    gc.set_threshold(200, 5, 5)
    try:
        _answer_all(source, sink, grader, setup)
    finally:
        for line in grader.close():
            print(f"warning: {line}", file=sys.stderr)


def _answer_all(source: IO[bytes], sink: IO[bytes], grader: Grader, setup: Setup) -> None:
    watch = Watch(setup.seconds, sink.fileno())
    write_frame(sink, READY)
    while True:
        try:
            chunk = read_frame(source)
        except EOFError:
            return
        watch.start()
        answer = answer_to(
            chunk, grader, ascii_only=setup.ascii_only, explain=setup.explain, before=watch.row
        )
        watch.stop()
        write_frame(sink, answer)


def _stop(number: int, _: object) -> None:  # pragma: no cover - called in processes of its own
    # Once, so that closing is not interrupted; and as what no containment holds back.
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(source: IO[bytes]) -> None:  # pragma: no cover - the tests run it in processes of its own
    """Serve the process that started this one: what it says comes from `source`, answers go to stdout.

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
