"""WorkerHandle: a worker process as its parent sees it, with all that it may leave behind."""

from __future__ import annotations

import os
import pickle
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any, NamedTuple

from ..chunks import Chunk
from .ending import kill_group, wait_for_end
from .frames import TOKEN_BYTES, FrameReader, StrayBytes, TimedOut, frame_of
from .listening import messages
from .setup import Setup

__all__ = ["WorkerEnded", "WorkerHandle"]

#: What a worker runs. Nothing that it starts can read what is meant for it. Nothing of the current folder
#: can be imported before its path is that of the parent.
_PROGRAM = """
import os, pickle, sys
source = os.fdopen(os.dup(0), "rb", buffering=0)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
size = int.from_bytes(source.read(8), "big")
first = b""
while len(first) < size:
    first += source.read(size - len(first))
sys.path[:], token = pickle.loads(first)
from checkwright_runner.run.workers.process import main
main(source, token)
"""

#: Seconds after which a worker is asked again to end.
_AGAIN = 0.05


class WorkerEnded(NamedTuple):
    """A worker has ended. how: in which way; None when its time was over. seconds: what its row had."""

    how: str | None
    seconds: float | None = None


class WorkerHandle:
    """Starts a worker process, and tells what it says and that it ended.

    It is the first of a session of its own, so that what it starts can be ended with it; no signal of a
    terminal reaches it.

    on_message: called by a thread with this handle and a value, in the end with a WorkerEnded.
    """

    def __init__(self, setup: Setup, on_message: Callable[[WorkerHandle, Any], None]) -> None:
        self._token = secrets.token_bytes(TOKEN_BYTES)
        with _no_ctrl_c():
            self._process = subprocess.Popen(  # noqa: S603 - this interpreter, and a program of ours
                [sys.executable, *_interpreter_options(), "-c", _PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if _has_stderr() else subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        self._interrupted = False
        self._lock = Lock()
        self._ended = Event()
        #: What is to be written to it; None when there is no more. A stopped worker must not hold us up.
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        first = pickle.dumps((sys.path, self._token))
        self._outbox.put(len(first).to_bytes(8, "big") + first)
        self._outbox.put(frame_of(self._token, setup))
        Thread(target=_write_all, args=(self._process.stdin, self._outbox), daemon=True).start()
        Thread(target=self._listen, args=(on_message,), daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of the process, which is that of its group too."""
        return self._process.pid

    def send(self, chunk: Chunk) -> None:
        """Give it a chunk; whether it can still take one shows in what it says."""
        self._outbox.put(frame_of(self._token, chunk))

    def dismiss(self, *, busy: bool) -> None:
        """Ask it to close its plans and end: at once, or when it is not busy because there is no more."""
        self._interrupted = busy
        if busy:
            self._process.terminate()
        else:
            self._outbox.put(None)

    def wait(self, seconds: float) -> None:
        """Wait until it has ended, no longer than this.

        One that was to end at once is asked again and again: an interpreter that is just done with waiting
        may overlook a signal.
        """
        until = time.monotonic() + max(seconds, 0.0)
        while True:
            left = until - time.monotonic()
            if self._ended.wait(max(min(left, _AGAIN), 0.0)) or left <= 0:
                return
            if self._interrupted:
                self._process.terminate()

    def end(self) -> None:
        """End it and its group, whatever they are doing."""
        self._kill_group()
        self._reap()
        self._outbox.put(None)

    def _kill_group(self) -> None:
        with self._lock:
            # Once it is reaped, its number may be that of somebody else.
            if self._process.returncode is None:
                kill_group(self.pid)
                self._process.kill()

    def _reap(self) -> int:
        """Wait until it has ended, and end its group: nothing of it stays to hold pipes or cores."""
        wait_for_end(self.pid)
        with self._lock:
            if self._process.returncode is None:
                kill_group(self.pid)
                self._process.wait()
            return self._process.returncode

    def _listen(self, on_message: Callable[[WorkerHandle, Any], None]) -> None:
        timed_out = stray = False
        reader = FrameReader(self._token)
        with self._process.stdout as stream:  # type: ignore[union-attr]
            try:
                for data in messages(stream, self.pid):
                    for value in reader.take(data):
                        on_message(self, value)
            except TimedOut:
                timed_out = True
            except StrayBytes:
                stray = True
                self._kill_group()
        code = self._reap()
        self._ended.set()
        on_message(self, WorkerEnded(None if timed_out else _STRAY if stray else _ending(code)))


_STRAY = "something wrote to the pipe of the run"


def _write_all(stream: IO[bytes], outbox: SimpleQueue[bytes | None]) -> None:
    """Write what comes, until there is no more or nobody reads it."""
    with suppress(OSError), stream:
        while (data := outbox.get()) is not None:
            rest = memoryview(data)
            while rest:
                rest = rest[stream.write(rest) :]


def _interpreter_options() -> list[str]:
    """Return the options of this interpreter that a worker is to have too; never the current folder."""
    flags = sys.flags
    options = ["-P"]
    for option, given in (
        ("-I", flags.isolated), ("-E", flags.ignore_environment), ("-s", flags.no_user_site),
        ("-S", flags.no_site), ("-B", flags.dont_write_bytecode),
    ):  # fmt: skip
        options += [option] if given else []
    options += ["-X", f"utf8={flags.utf8_mode}"]
    return [*options, *(part for warning in sys.warnoptions for part in ("-W", warning))]


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
    """Hold Ctrl-C back, from the process that is started meanwhile for ever."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
