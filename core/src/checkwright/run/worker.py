"""The process that grades: it answers chunks until its input ends, which is when its parent does."""

from __future__ import annotations

import gc
import importlib
import os
import pickle
import signal
import sys
from typing import IO, Any, NamedTuple

from ..faults import described, isolated
from ..kinds import load_kinds
from ..standard_error import for_plugins
from .answers import answer_to
from .grading import Grader
from .watch import FIRED, Watch

__all__ = ["READY", "Setup", "TimedOut", "main", "read_frame", "serve", "write_frame"]

#: What a worker says when it can take chunks; a text says why it never will.
READY = None
_SIZE = 8


class Setup(NamedTuple):
    """What a worker is told first.

    plugins: modules that bring kinds. job: a pickled Job. seconds: for one row, None without end.
    explain: whether examples of failing checks are kept.
    """

    plugins: tuple[str, ...]
    job: bytes
    seconds: float | None
    ascii_only: bool
    explain: bool = False


class TimedOut(Exception):  # noqa: N818 - says what became of the worker
    """A worker was ended by its watch."""


def write_frame(stream: IO[bytes], value: Any) -> None:
    """Write a value, its size in front."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(_SIZE, "big"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:
    """Read a value.

    Raises:
        EOFError: there is none, or not all of it.
        TimedOut: the other end is a worker that was ended by its watch.
    """
    size = stream.read(_SIZE)
    if size == FIRED:
        raise TimedOut
    if len(size) < _SIZE:
        raise EOFError
    length = int.from_bytes(size, "big")
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 - written by a process of ours


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
