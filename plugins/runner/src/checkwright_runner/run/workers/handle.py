"""WorkerHandle: a worker process as its parent sees it."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any, NamedTuple

from ..chunks import Chunk
from .frames import TimedOut, read_frame, write_frame
from .setup import Setup

__all__ = ["WorkerEnded", "WorkerHandle"]

#: What a worker runs. Programs that it starts cannot read from its standard input, which is for it alone.
_PROGRAM = """
import os, pickle, sys
source = os.fdopen(os.dup(0), "rb")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
sys.path[:] = pickle.load(source)
from checkwright_runner.run.workers.process import main
main(source)
"""

#: Seconds after which a worker is asked again to end.
_AGAIN = 0.05


class WorkerEnded(NamedTuple):
    """A worker has ended. how: in which way; None when its timer ended it."""

    how: str | None


class WorkerHandle:
    """Starts a worker process, and passes on what it says and that it ended.

    on_message: called by a thread with this handle and what the worker said, at last with a WorkerEnded.
    """

    def __init__(self, setup: Setup, on_message: Callable[[WorkerHandle, Any], None]) -> None:
        with _no_ctrl_c():
            self._process = subprocess.Popen(  # noqa: S603 - this interpreter, and the program above
                [sys.executable, "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if _has_stderr() else subprocess.DEVNULL,
            )
        self._interrupted = False
        Thread(target=self._listen, args=(setup, on_message), daemon=True).start()

    def send(self, chunk: Chunk) -> None:
        """Send it a chunk; whether it is still there to grade one shows in its messages."""
        with suppress(OSError):
            write_frame(self._process.stdin, chunk)  # type: ignore[arg-type]

    def dismiss(self, *, busy: bool) -> None:
        """Ask it to close its plans and end: at once, or when it is not busy because there is no more."""
        self._interrupted = busy
        if busy:
            self._process.terminate()
            return
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, no longer than this.

        One that was to end at once is asked again and again: an interpreter that is just done with waiting
        may overlook a signal.
        """
        until = time.monotonic() + max(seconds, 0.0)
        while True:
            left = until - time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(min(left, _AGAIN), 0.0))
                return
            if left <= 0:
                return
            if self._interrupted:
                self._process.terminate()

    def end(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._process.stdin.close()  # type: ignore[union-attr]

    def _listen(self, setup: Setup, on_message: Callable[[WorkerHandle, Any], None]) -> None:
        how = None
        with suppress(OSError):
            self._process.stdin.write(pickle.dumps(sys.path))  # type: ignore[union-attr]
            write_frame(self._process.stdin, setup)  # type: ignore[arg-type]
        with self._process.stdout as stream:  # type: ignore[union-attr]
            try:
                while True:
                    on_message(self, read_frame(stream))
            except TimedOut:
                self._process.wait()
            except (EOFError, OSError, pickle.UnpicklingError):
                how = _ending(self._process.wait())
        on_message(self, WorkerEnded(how))


def _ending(code: int) -> str:
    """Name how a process ended."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _has_stderr() -> bool:
    """Tell whether there is a standard error that a worker can have too."""
    with suppress(OSError):
        os.fstat(2)
        return True
    return False


@contextmanager
def _no_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C meanwhile; a process that is started then inherits this, and never sees one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
