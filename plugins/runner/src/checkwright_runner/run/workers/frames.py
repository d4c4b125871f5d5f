"""Messages between a run and its workers: frames that begin with a token, so that stray bytes are noticed."""

from __future__ import annotations

import pickle
from typing import Any, Protocol

__all__ = ["TIMEOUT_TEXT", "TOKEN_BYTES", "FrameReader", "StrayBytes", "TimedOut", "frame_of"]

#: Bytes of the token that each frame of one worker begins with.
TOKEN_BYTES = 8
_SIZE = 8
_HEAD = TOKEN_BYTES + _SIZE
#: What the interpreter writes first when a row of a worker takes too long: the start of a traceback.
TIMEOUT_TEXT = b"Timeout "


class TimedOut(Exception):  # noqa: N818 - says what became of the worker
    """A worker was ended by its own row timer."""


class StrayBytes(Exception):  # noqa: N818 - says what was read
    """What was read is no message: something else wrote to the pipe."""


class Source(Protocol):
    """A binary stream."""

    def read(self, size: int, /) -> bytes | None:
        """Read at most `size` bytes; b"" at the end, None when there are none yet."""


def frame_of(token: bytes, value: Any) -> bytes:
    """Return a value as one frame."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return b"".join((token, len(data).to_bytes(_SIZE, "big"), data))


class FrameReader:
    """Takes bytes as they come, and yields the values of the frames that are whole."""

    def __init__(self, token: bytes) -> None:
        self._token = token
        self._held = bytearray()

    def take(self, data: bytes) -> list[Any]:
        """Add bytes, and return the values that are complete with them.

        Raises:
            TimedOut: the bytes are what a row timer writes.
            StrayBytes: they are no frame.
        """
        held = self._held
        held += data
        values = []
        while held:
            start = bytes(held[:TOKEN_BYTES])
            if start != self._token[: len(start)]:
                if TIMEOUT_TEXT.startswith(start):
                    if len(start) < len(TIMEOUT_TEXT):
                        break
                    raise TimedOut
                raise StrayBytes
            end = _HEAD + int.from_bytes(held[TOKEN_BYTES:_HEAD], "big")
            if len(held) < _HEAD or len(held) < end:
                break
            values.append(_value(bytes(held[_HEAD:end])))
            del held[:end]
        return values


def read_value(stream: Source, reader: FrameReader, waiting: list[Any]) -> Any:
    """Return the next value of a stream.

    waiting: values that were read with the last one; the caller keeps the list.

    Raises:
        EOFError: the stream has ended.
    """
    while not waiting:
        data = stream.read(1 << 16)
        if not data:
            raise EOFError
        waiting += reader.take(data)
    return waiting.pop(0)


def _value(data: bytes) -> Any:
    try:
        return pickle.loads(data)  # noqa: S301 - written by a process of ours
    except Exception as error:
        raise StrayBytes from error
