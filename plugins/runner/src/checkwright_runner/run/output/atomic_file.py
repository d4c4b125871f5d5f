"""A file that appears whole or not at all: written beside its place, and renamed when it is complete."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from checkwright import CheckwrightError

from .file_lock import leads_to, open_locked

__all__ = ["PARTIAL", "AtomicFile", "CannotWrite", "is_link", "replace_file"]

#: How the name of the file ends that is written beside PATH.
PARTIAL = "partial"


class CannotWrite(CheckwrightError):  # noqa: N818 - says what is not possible
    """An output cannot be written on; the message says why."""


class AtomicFile:
    """Writes PATH.partial, which becomes PATH by `complete`; until then PATH is as it was.

    What PATH links to is written. What is there and no regular file, such as a pipe or /dev/null, is written
    to as it is. One process at a time writes a file: from `open` on whoever comes second gets AnotherWrites.

    target: what PATH leads to. partial: what is written to. is_direct: whether these are the same.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.target = Path(os.path.realpath(path))
        self.is_direct = self.target.exists() and not self.target.is_file()
        self.partial = self.target if self.is_direct else self.beside(PARTIAL)
        self._stream: IO[bytes] | None = None

    def beside(self, ending: str) -> Path:
        """Return the path of a file beside PATH, named as it is with a further ending."""
        return self.target.with_name(f"{self.target.name}.{ending}")

    def open(self) -> IO[bytes]:
        """Open the partial file with what it holds, keep others from writing it, and return its stream.

        Raises:
            AnotherWrites: somebody else is writing it.
            OSError: it cannot be written.
        """
        if self._stream is None:
            self._stream = self.partial.open("wb", 0) if self.is_direct else open_locked(self.partial)
        return self._stream

    def begin(self) -> None:
        """Open the partial file, and empty it.

        Raises:
            AnotherWrites: somebody else is writing it.
            OSError: it cannot be written.
        """
        if self._stream is None and not self.is_direct and is_link(self.partial):
            self.partial.unlink()  # what has another name too must not be emptied
        stream = self.open()
        if not self.is_direct:
            stream.truncate(0)

    def write(self, data: bytes) -> None:
        """Write all of `data` behind what is written.

        Raises:
            OSError: it cannot be written.
        """
        rest = memoryview(data)
        while rest:
            rest = rest[self._opened().write(rest) :]

    def adopt(self, path: Path, stream: IO[bytes]) -> None:
        """Put a whole file in the place of the partial one, which is open, and go on behind what it holds.

        stream: of it, locked.

        Raises:
            OSError: it cannot be renamed.
        """
        old = self._opened()
        if sys.platform == "win32":
            stream.close()  # what is open has no other name there
            old.close()
        path.replace(self.partial)
        if sys.platform == "win32":
            stream = open_locked(self.partial)
        self._stream = stream
        old.close()
        stream.seek(0, os.SEEK_END)

    def require_own(self) -> None:
        """Make sure that the name of the partial file still leads to what is written.

        Raises:
            CannotWrite: it was removed or replaced.
        """
        if not self.is_direct and not leads_to(self.partial, self._opened()):
            name = self.partial.name
            raise CannotWrite(
                f"{name} was removed or replaced while this run wrote it; what it wrote is lost"
            )

    def discard(self) -> None:
        """Remove the partial file, which nothing was written to, and close it."""
        if not self.is_direct and leads_to(self.partial, self._opened()):
            self.partial.unlink()
        self.close()

    def sync(self) -> None:
        """Make sure that what is written survives a crash of the system.

        Raises:
            OSError: it cannot be written.
        """
        if not self.is_direct:
            os.fsync(self._opened().fileno())

    def complete(self) -> None:
        """Make it PATH, and close it.

        Raises:
            OSError: it cannot be written or renamed.
        """
        if not self.is_direct:
            _put_in_place(self._opened(), self.partial, self.target)

    def close(self) -> None:
        """Close what is open; what was written stays."""
        if self._stream is not None:
            with suppress(OSError):
                self._stream.close()

    def _opened(self) -> IO[bytes]:
        assert self._stream is not None, "call begin() or open() first"
        return self._stream


def is_link(path: Path) -> bool:
    """Tell whether a file is a link, or has another name: no run of ours makes either."""
    with suppress(OSError):
        return path.is_symlink() or (path.is_file() and path.stat().st_nlink > 1)
    return False


def replace_file(path: Path, data: bytes) -> None:
    """Write a small file that is there whole or not at all; nobody else may be writing it.

    Raises:
        OSError: it cannot be written or renamed.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    # "x": a link that somebody plants meanwhile is not followed.
    with new.open("xb") as stream:
        stream.write(data)
        stream.flush()
        _put_in_place(stream, new, path)


def _put_in_place(stream: IO[bytes], path: Path, target: Path) -> None:
    """Make a file that was written to its end the file `target`, and close it."""
    os.fsync(stream.fileno())
    if sys.platform == "win32":
        stream.close()  # what is open has no other name there
    path.replace(target)
    stream.close()
