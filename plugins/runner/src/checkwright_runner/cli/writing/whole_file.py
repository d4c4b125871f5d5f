"""Write a file that appears whole or not at all."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from ...run.output.file_lock import AnotherWrites, held, put_in_place
from ..refused import Refused
from ..screen.printing import clean, note

__all__ = ["PARTIAL_ENDINGS", "whole_file"]

#: What is written beside PATH on the way: PATH.partial.
PARTIAL_ENDINGS = ("partial",)

_BUFFER = 1 << 16


@contextmanager
def whole_file(path: str) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that writes to `PATH.partial`, which becomes PATH when the block ends without error.

    After an error the partial file stays, so that what was done is not lost. A link is followed, and what
    is there and no regular file (a pipe, /dev/null) is written to as it is.

    Raises:
        Refused: it cannot be written, or another run is writing it.
    """
    target = Path(os.path.realpath(path))
    direct = target.exists() and not target.is_file()
    partial = target if direct else target.with_name(f"{target.name}.partial")
    with _blaming(path):
        stream = partial.open("wb", buffering=_BUFFER) if direct else _emptied(partial)

    def write(data: bytes) -> None:
        try:
            stream.write(data)
        except OSError as error:
            raise _unwritable(path, error) from None

    try:
        yield write
        with _blaming(path):
            stream.flush()
            if not direct:
                put_in_place(stream, partial, target)
    except BaseException:
        if not direct:
            note(clean(f"warning: {path} is not complete: what was done stands in {partial.name}"))
        raise
    finally:
        with suppress(OSError):
            stream.close()


def _emptied(partial: Path) -> IO[bytes]:
    if partial.is_symlink():
        partial.unlink()  # what it leads to is not ours to empty
    file = held(partial)
    file.truncate(0)
    return io.BufferedWriter(file, _BUFFER)


@contextmanager
def _blaming(path: str) -> Iterator[None]:
    """Turn an error of the system into one that names the file."""
    try:
        yield
    except AnotherWrites as error:
        raise Refused([clean(f"error: {error}")]) from None
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: str, error: OSError) -> Refused:
    return Refused([clean(f"error: {path}: cannot be written: {error.strerror or error}")])
