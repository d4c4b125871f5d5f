"""A file that one process at a time writes: a lock on what is open, which ends with its process."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

from checkwright import CheckwrightError

__all__ = ["AnotherWrites", "leads_to", "open_locked"]

#: How a system says that somebody else has the lock; all else says that this file system has no locks.
_TAKEN = {errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK}


class AnotherWrites(CheckwrightError):  # noqa: N818 - says who does
    """Another run is writing the file; the message is a sentence that names it."""


def open_locked(path: Path) -> IO[bytes]:
    """Open a file to read and write, with what it holds, and keep others from doing so until it is closed.

    It is made when there is none. A file system without locks is written to without.

    Raises:
        AnotherWrites: somebody else has it locked, in this process or in another.
        OSError: it cannot be written.
    """
    while True:
        # Not "a": what is written goes to where the stream stands, on every system.
        flags = os.O_RDWR | os.O_CREAT
        # No link: what it leads to is not ours to write, whoever put it there since we looked.
        for flag in ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"):
            flags |= getattr(os, flag, 0)
        stream = open(os.open(path, flags, 0o666), "r+b", buffering=0)  # noqa: SIM115, PTH123 - given away
        try:
            if not _lock(stream.fileno()):
                raise AnotherWrites(f"{path.name}: another run is writing it")
            if leads_to(path, stream):
                return stream
        except BaseException:
            stream.close()
            raise
        # It was renamed between our opening and our lock, by a run that was at its end.
        stream.close()


def leads_to(path: Path, stream: IO[bytes]) -> bool:
    """Tell whether a path is the name of an open file, and no link to it."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.lstat(path), os.fstat(stream.fileno()))
    return False


if sys.platform == "win32":
    import msvcrt

    #: A lock there keeps others from reading too, so it stands where no verdict ever will.
    _FAR = 1 << 62

    def _lock(number: int) -> bool:
        os.lseek(number, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            return error.errno not in _TAKEN
        finally:
            os.lseek(number, 0, os.SEEK_SET)
        return True

else:

    def _lock(number: int) -> bool:
        try:
            import fcntl

            # Not `lockf`: that lock is lost as soon as this process closes the file anywhere else.
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            return True
        except OSError as error:
            return error.errno not in _TAKEN
        return True
