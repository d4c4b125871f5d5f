"""Run a program on nothing but its arguments: no input, no environment, bounded output, bounded time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["Late", "run"]

#: Bytes of output that are kept; the rest is read and dropped.
_KEPT = 256_000
#: Windows starts nothing without it.
_NEEDED = "SYSTEMROOT"


class Late(Exception):  # noqa: N818 - says what happened
    """The program had not ended in time; it and all that it started were killed."""


def run(command: Sequence[str], folder: str, seconds: float) -> tuple[bytes, int]:
    """Give what a program printed, its first part if that is long, and its exit code.

    folder: where it runs.
    seconds: after so many it is killed, together with its process group.

    Raises:
        Late: it was killed.
        OSError: it could not be started.
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
            raise Late
        try:
            return bytes(kept), process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            raise Late from None
    finally:
        if process.returncode is None:
            _kill(process)
            process.wait()
            reader.join(1)


def _environment() -> Mapping[str, str]:
    given = {"LC_ALL": "C"}
    if _NEEDED in os.environ:
        given[_NEEDED] = os.environ[_NEEDED]
    return given


def _read(stream: Any, kept: bytearray) -> None:
    with stream:
        while chunk := stream.read(65_536):
            kept += chunk[: _KEPT - len(kept)]


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
