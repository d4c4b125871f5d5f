"""Messages between a run and its workers, one frame each."""

from __future__ import annotations

import pickle
from typing import IO, Any

from .row_timer import TIMED_OUT

__all__ = ["TimedOut", "read_frame", "write_frame"]


_SIZE = 8


class TimedOut(Exception):  # noqa: N818 - says what became of the worker
    """A worker was ended by its timer."""


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
        TimedOut: the other end is a worker that was ended by its timer.
    """
    size = stream.read(_SIZE)
    if size == TIMED_OUT:
        raise TimedOut
    if len(size) < _SIZE:
        raise EOFError
    length = int.from_bytes(size, "big")
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)  # noqa: S301 - written by the other end of the pipe, which is this program too
