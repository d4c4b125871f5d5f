"""Run a program without input and environment, with limits on its output and its time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["TimedOut", "run"]

#: Bytes of output that are kept; the rest is read and discarded.
_MOST_OUTPUT = 256_000
#: The variable without which Windows starts no program.
_WINDOWS_NEEDS = "SYSTEMROOT"


class TimedOut(Exception):  # noqa: N818 - says what happened
    """A program did not end in time; it and its whole process group were killed."""


def run(command: Sequence[str], folder: str, seconds: float) -> tuple[bytes, int]:
    """Return what a program printed, cut at 256,000 bytes, and its exit code.

    folder: its working directory.
    seconds: time limit, after which the program and its process group are killed.

    Raises:
        TimedOut: the limit was exceeded.
        OSError: the program could not be started.
    """
    process = subprocess.Popen(  # noqa: S603 - a program that the run or the machine names
        command,
        bufsize=0,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=_environment(),
        start_new_session=True,
    )
    kept = bytearray()
    reader = threading.Thread(target=_read, args=(process.stdout, kept), daemon=True)
    try:
        reader.start()
        reader.join(max(seconds, 0))
        if reader.is_alive():
            raise TimedOut
        try:
            return bytes(kept), process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            raise TimedOut from None
    finally:
        if process.returncode is None:
            _kill(process)
            process.wait()
            reader.join(1)


def _environment() -> Mapping[str, str]:
    environment = {"LC_ALL": "C"}
    if _WINDOWS_NEEDS in os.environ:
        environment[_WINDOWS_NEEDS] = os.environ[_WINDOWS_NEEDS]
    return environment


def _read(stream: Any, kept: bytearray) -> None:
    with stream:
        while chunk := stream.read(65_536):
            kept += chunk[: _MOST_OUTPUT - len(kept)]


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
