"""Temporary folders that are held by a lock, so that what a killed process leaves is known and swept.

A program that is ended by SIGKILL removes nothing. The lock is on the folder itself and ends with its
process, however that ends; so a folder of ours that nobody has locked is nobody's.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["PREFIX", "own_folder", "sweep"]

#: How the names of the folders begin.
PREFIX = "checkwright-php-lint-"

#: What others may do with a folder that is not ours alone.
_OF_OTHERS = 0o077
#: A folder, and no link to one.
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def own_folder() -> Iterator[str]:
    """Make a folder that no other user can read, and remove it at the end; files alone may be put into it.

    Raises:
        OSError: it cannot be made.
    """
    while True:
        folder = tempfile.mkdtemp(prefix=PREFIX)
        lock = _held(folder)
        if lock is not None:
            break
        # Swept between its making and our lock.
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if lock >= 0:
            os.close(lock)


def sweep() -> None:
    """Remove the folders that processes of this user left when they were killed; never raise.

    Only what `own_folder` makes is looked at: a real folder of this user, closed to others, with files alone
    in it. Links are not followed. A system without locks on folders sweeps nothing.
    """
    if os.listdir not in os.supports_fd or os.rmdir not in os.supports_dir_fd:
        return
    with suppress(OSError):
        around = os.open(tempfile.gettempdir(), _FOLDER & ~getattr(os, "O_NOFOLLOW", 0))
        try:
            for name in os.listdir(around):  # noqa: PTH208 - what is open
                if name.startswith(PREFIX):
                    with suppress(OSError):
                        _remove_unheld(name, around)
        finally:
            os.close(around)


def _held(folder: str) -> int | None:
    """Lock a folder: the descriptor to keep, -1 where there are no locks, None when the folder is gone."""
    try:
        descriptor = os.open(folder, _FOLDER)
    except FileNotFoundError:
        return None
    except OSError:
        return -1  # Windows opens no folders
    try:
        _lock(descriptor)
        if os.path.samestat(os.stat(folder), os.fstat(descriptor)):  # noqa: PTH116 - both alike
            return descriptor
    except (BlockingIOError, FileNotFoundError):
        pass
    except OSError:
        return descriptor
    os.close(descriptor)
    return None


def _remove_unheld(name: str, around: int) -> None:
    """Remove a folder, unless somebody holds it or it is not ours.

    Raises:
        OSError: it is held, or something is in it that we never put there.
    """
    descriptor = os.open(name, _FOLDER, dir_fd=around)
    try:
        status = os.fstat(descriptor)
        if status.st_uid != os.geteuid() or status.st_mode & _OF_OTHERS:
            return
        _lock(descriptor)
        for file in os.listdir(descriptor):  # noqa: PTH208 - what is open
            os.unlink(file, dir_fd=descriptor)
        os.rmdir(name, dir_fd=around)
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Lock what is open, at once.

    Raises:
        BlockingIOError: somebody else holds it.
        OSError: the system or the file system has no such locks.
    """
    try:
        import fcntl
    except ImportError:
        raise OSError("no locks here") from None
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
