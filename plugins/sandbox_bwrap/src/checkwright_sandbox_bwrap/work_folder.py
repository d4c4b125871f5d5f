"""The work folder from outside: files out of it when all inside is dead."""

from __future__ import annotations

import os
import stat

from checkwright_sandboxing.sandbox import UnreadableFile

__all__ = ["read"]

_FOLDER = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW
_CHUNK = 1 << 20


def _odd(part: str) -> bool:
    return part in ("", ".", "..") or "\0" in part


def read(folder: int, path: str, most: int) -> bytes | None:
    """Return the bytes of a regular file below a folder that is open; None when there is none.

    Raises:
        UnreadableFile: there is something else, it has more than `most` bytes, or a link is on the way.
    """
    *above, name = path.split("/")
    if any(map(_odd, [*above, name])):
        raise UnreadableFile("no plain relative path")
    opened: list[int] = []
    try:
        for part in above:
            status = os.stat(part, dir_fd=folder, follow_symlinks=False)
            if stat.S_ISLNK(status.st_mode):
                raise UnreadableFile("a link is on the way")
            folder = os.open(part, _FOLDER, dir_fd=folder)
            opened.append(folder)
        return _read_file(folder, name, most)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnreadableFile(error.strerror or "it cannot be opened") from None
    finally:
        for descriptor in opened:
            os.close(descriptor)


def _read_file(folder: int, name: str, most: int) -> bytes:
    status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableFile(_what(status.st_mode))
    if status.st_size > most:
        raise UnreadableFile(f"{status.st_size} bytes, at most {most} are read")
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    try:
        parts = []
        left = status.st_size
        while left > 0 and (part := os.read(descriptor, min(left, _CHUNK))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def _what(mode: int) -> str:
    for test, name in (
        (stat.S_ISLNK, "a link"),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISFIFO, "a fifo"),
        (stat.S_ISSOCK, "a socket"),
    ):
        if test(mode):
            return name
    return "a device"
