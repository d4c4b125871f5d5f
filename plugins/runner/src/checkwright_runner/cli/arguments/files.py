"""Read the files that the arguments name, `-` for the standard input."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from checkwright import DATASET_LIMITS, document_bytes

from ...run.chunks import LINE_BYTES
from ..refused import Refused
from ..screen.printing import clean

__all__ = [
    "content_of",
    "folder_of",
    "is_pipe",
    "open_bytes",
    "open_raw",
    "read_bytes",
    "refuse_two_of_stdin",
    "size_of",
    "source_of",
    "unreadable",
]


#: What is open already, by its number or as the standard input; a shell names the pipe of `<(...)` so.
_OPEN_ALREADY = re.compile(r"/dev/stdin|/dev/fd/[0-9]+|/proc/(self|[0-9]+)/fd/[^/]+")


def folder_of(path: str | None) -> str | None:
    """Return the folder that a file lies in, absolute; None for what is read from a pipe, and for no file."""
    return None if path is None or is_pipe(path) else str(Path(path).absolute().parent)


def unreadable(path: str, error: OSError) -> Refused:
    """Say that a file cannot be read, and why."""
    return Refused([clean(f"error: {path}: cannot be read: {error.strerror or error}")])


def _open(path: str, flags: int) -> int:
    """Open a file, and never wait for somebody to begin to write it.

    Raises:
        Refused: it is a named pipe.
    """
    if Path(path).is_fifo() and not _is_open_already(path):
        message = f"{path}: is a named pipe, which nobody may ever write, so it is not waited for"
        raise Refused([clean(f"error: {message} (give it as `- < FILE` or as `<(cat FILE)`)")])
    not_waiting = getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags | not_waiting)
    if not_waiting:
        # Opened by its number, a pipe waits no more for its first writer, but still for what is written.
        os.set_blocking(descriptor, True)
    return descriptor


def _is_open_already(path: str) -> bool:
    """Tell whether a name stands for a descriptor of this process, itself or by links."""
    names = os.path.abspath(path), os.path.realpath(path)  # noqa: PTH100 - the first keeps its links
    return any(_OPEN_ALREADY.fullmatch(name) for name in names)


@contextmanager
def open_bytes(path: str) -> Iterator[IO[bytes]]:
    """Open a file for reading, `-` for the standard input, which is left open.

    Raises:
        Refused: it cannot be opened.
    """
    if path == "-":
        if sys.stdin is None:
            raise Refused(["error: -: there is no standard input"])
        yield sys.stdin.buffer
        return
    try:
        stream = open(path, "rb", opener=_open)  # noqa: SIM115 - only opening may be refused here
    except OSError as error:
        raise unreadable(path, error) from None
    with stream:
        yield stream


def read_bytes(path: str) -> bytes:
    """Read a whole file, `-` the standard input.

    Raises:
        Refused: it cannot be read, or is larger than a line of a response file may be.
    """
    with open_bytes(path) as stream:
        try:
            data = stream.read(LINE_BYTES + 1)
        except OSError as error:
            raise unreadable(path, error) from None
    if len(data) > LINE_BYTES:
        raise Refused([clean(f"error: {path}: is larger than {LINE_BYTES:,} bytes")])
    return data


def is_pipe(path: str) -> bool:
    """Tell whether a document comes from the standard input or a pipe, as of the shell's `<(...)`."""
    return path == "-" or Path(path).is_fifo()


def source_of(path: str) -> str:
    """Return what problems call a document."""
    return "<stdin>" if path == "-" else path


def content_of(path: str) -> bytes:
    """Read a rubric or a dataset, `-` from the standard input; no more of it than a dataset may have.

    Raises:
        Refused: it cannot be read.
    """
    if is_pipe(path):
        return read_bytes(path)
    try:
        return document_bytes(path, limits=DATASET_LIMITS)
    except OSError as error:
        raise unreadable(path, error) from None


@contextmanager
def open_raw(path: str) -> Iterator[IO[bytes]]:
    """Open a file for reading without a buffer, so that a read returns what is there; `-` as above.

    Raises:
        Refused: it cannot be opened.
    """
    if path == "-":
        with open_bytes(path) as stream:
            yield getattr(stream, "raw", stream)
        return
    try:
        raw = open(path, "rb", buffering=0, opener=_open)  # noqa: SIM115 - as above
    except OSError as error:
        raise unreadable(path, error) from None
    with raw:
        yield raw


def size_of(stream: IO[bytes]) -> int | None:
    """Return the bytes of a regular file, None for a pipe and the like."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def refuse_two_of_stdin(*paths: str | None) -> None:
    """Refuse to read the standard input for two things."""
    if paths.count("-") > 1:
        raise Refused(["error: -: only one of the files can be the standard input"])
