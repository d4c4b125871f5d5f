"""Read a file of JSON lines whose first one names its format."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Callable, Mapping
from io import BufferedReader
from typing import Any, BinaryIO, TypeAlias

from checkwright.wording import one_line, shown

__all__ = ["TakeLine", "cannot", "head_of", "open_regular", "read_lines"]

#: Takes the object of a line; raises ValueError where it is none of the format.
TakeLine: TypeAlias = Callable[[Mapping[str, Any]], None]

_VERSION = 1


def head_of(named: str) -> dict[str, Any]:
    """Return the line that names a format."""
    return {"format": named, "version": _VERSION}


def read_lines(stream: BinaryIO, path: str | os.PathLike[str], named: str, take: TakeLine) -> None:
    """Hand over the object of each line, without those that name the format.

    What is no JSON is passed over: a line that was torn when its writer was killed. An empty file is one
    without lines. Two processes that begin a file at the same time both name the format.

    path: for messages. named: the format.

    Raises:
        ValueError: it is no file of this format, or `take` raised it; the message names file and line.
        OSError: it cannot be read.
    """
    head = head_of(named)
    is_begun = False
    number = 0
    for number, data in enumerate(stream, 1):
        line = _parsed(data)
        if line == head:
            is_begun = True
            continue
        if line is None:
            continue
        if not is_begun or not isinstance(line, dict):
            break
        try:
            take(line)
        except ValueError as error:
            raise ValueError(one_line(f"{shown(os.fspath(path))}:{number}: {error}")) from None
    else:
        if is_begun or not number:
            return
    raise ValueError(f"{shown(os.fspath(path))}:{number}: expected a file of {named}, version {_VERSION}")


def _parsed(data: bytes) -> Any:
    """Return the value of a line; None when it is torn, and null is as good as torn."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def open_regular(path: str | os.PathLike[str]) -> BufferedReader:
    """Open a regular file to read; never wait for a writer, nor read what has no end.

    Raises:
        OSError: it cannot be opened, or is no regular file.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise OSError(0, os.strerror(errno.EISDIR) if stat.S_ISDIR(mode) else "is no regular file")
    return os.fdopen(descriptor, "rb")


def cannot(path: str | os.PathLike[str], error: OSError) -> str:
    """Return in one line why a file cannot be read or written."""
    return one_line(f"{shown(os.fspath(path))}: {error.strerror or type(error).__name__}")
