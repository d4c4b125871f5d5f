"""The work folder from outside: files into it before the command, files out of it when all is dead."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping

from checkwright_sandboxing.sandbox import UnreadableFile, WorkEntry, WorkFile

__all__ = ["fill", "needed", "read"]

_PAGE = 4_096
_FOLDER = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
_CHUNK = 1 << 20


def needed(files: Mapping[str, WorkEntry]) -> int:
    """Return the bytes that files take in a tmpfs."""
    return sum(
        -(-len(entry.data) // _PAGE) * _PAGE for entry in files.values() if isinstance(entry, WorkFile)
    )


def fill(folder: int, files: Mapping[str, WorkEntry]) -> None:
    """Put files into an empty folder that is open: folders first, links last, so that no link is followed.

    Raises:
        OSError: one of the entries cannot be made.
        ValueError: a path is not a plain relative one.
    """
    made = {""}
    for path in files:
        _make_folders(folder, path, made)
    links = []
    for path, entry in files.items():
        if isinstance(entry, WorkFile):
            _write(folder, path, entry)
        else:
            links.append((entry.target, path))
    for target, path in links:
        os.symlink(target, path, dir_fd=folder)


def _make_folders(folder: int, path: str, made: set[str]) -> None:
    parent = path.rpartition("/")[0]
    if parent in made and not _odd(path.rpartition("/")[2]):
        return
    parts = path.split("/")
    if any(map(_odd, parts)):
        raise ValueError(f"{path!r} is no plain relative path")
    for end in range(1, len(parts)):
        above = "/".join(parts[:end])
        if above not in made:
            os.mkdir(above, 0o755, dir_fd=folder)
            os.chmod(above, 0o755, dir_fd=folder)  # noqa: S103 - whatever our mask is
            made.add(above)


def _odd(part: str) -> bool:
    return part in ("", ".", "..") or "\0" in part


def _write(folder: int, path: str, entry: WorkFile) -> None:
    mode = 0o755 if entry.executable else 0o644
    descriptor = os.open(path, _NEW_FILE, mode, dir_fd=folder)
    try:
        os.fchmod(descriptor, mode)
        data = memoryview(entry.data)
        while data:
            data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)


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
