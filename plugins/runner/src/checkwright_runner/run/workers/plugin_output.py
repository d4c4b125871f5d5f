"""The standard output of plugins, which leads to the standard error."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Any, TextIO

__all__ = ["for_plugins"]


def for_plugins() -> TextIO:
    """Return what `sys.stdout` is to be while code of plugins can run.

    It is a stream of its own to descriptor 2, so that `sys.stderr` stays as it is when a plugin closes it,
    detaches it or wraps it in another. Where a caller put a stream in the place of `sys.stderr`, it is that
    stream; where there is none, what is written goes nowhere.
    """
    given = sys.stderr
    if given is None:
        return io.TextIOWrapper(io.BufferedWriter(_Nowhere()), encoding="utf-8")
    with suppress(OSError, ValueError, AttributeError):
        if given.fileno() == 2:
            # Never closed: a handler of `logging` may write to it in the last moment of the process.
            encoding, errors = given.encoding, given.errors
            return os.fdopen(2, "w", buffering=1, encoding=encoding, errors=errors, closefd=False)
    return given


class _Nowhere(io.RawIOBase):
    """A file that takes everything and keeps nothing."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return memoryview(data).nbytes
