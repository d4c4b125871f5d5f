"""Read what a worker says until it has ended, whoever else still holds the other end of its pipe."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

__all__ = ["messages"]

_SIZE = 1 << 16
#: Milliseconds between two looks at whether a worker has ended, where its end cannot be waited for.
_LOOK = 200


def messages(stream: IO[bytes], pid: int) -> Iterator[bytes]:
    """Yield the bytes of a pipe as they come, up to those that stood in it when the process ended.

    A process that was forked off the worker may keep the pipe open for ever, so its end alone says nothing.
    """
    if not hasattr(select, "poll"):
        yield from _plainly(stream)
        return
    poll = select.poll()
    poll.register(stream, select.POLLIN)
    ended = _end_of(pid)
    try:
        if ended is not None:
            poll.register(ended, select.POLLIN)
        yield from _polled(poll, stream, pid, ended)
    finally:
        if ended is not None:
            os.close(ended)


def _end_of(pid: int) -> int | None:
    """Open what becomes readable when a process ends; None where the system has no such thing."""
    with suppress(OSError, AttributeError):
        return os.pidfd_open(pid)
    return None


def _plainly(stream: IO[bytes]) -> Iterator[bytes]:
    while data := os.read(stream.fileno(), _SIZE):
        yield data


def _polled(poll: select.poll, stream: IO[bytes], pid: int, ended: int | None) -> Iterator[bytes]:
    file = stream.fileno()
    while True:
        ready = dict(poll.poll(None if ended is not None else _LOOK))
        gone = ended in ready if ended is not None else _has_ended(pid)
        if file in ready:
            data = os.read(file, _SIZE)
            if not data:
                return
            yield data
        elif gone:
            return


def _has_ended(pid: int) -> bool:
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
    except ChildProcessError:
        return True
