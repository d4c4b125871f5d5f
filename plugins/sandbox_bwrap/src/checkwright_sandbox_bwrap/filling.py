"""Fill the work folder from outside, before the command begins."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Self

from checkwright.wording import shown
from checkwright_sandboxing.sandbox import WorkEntry, WorkFile

__all__ = ["UnmadeEntry", "fill", "needed"]

_PAGE = 4_096
#: What a plain relative path has not, between two slashes.
_ODD = ("//", "/./", "/../", "\0")
#: Folders to leave in one call; a path has at most 4,095 bytes.
_MOST_UP = 1_000
_FOLDER = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def needed(files: Mapping[str, WorkEntry]) -> int:
    """Return the bytes that files take in a tmpfs."""
    return sum(
        -(-len(entry.data) // _PAGE) * _PAGE for entry in files.values() if isinstance(entry, WorkFile)
    )


class UnmadeEntry(Exception):  # noqa: N818 - says what there is
    """A file, folder or link cannot be put into the work folder; the message says which, and why."""


def fill(folder: int, files: Mapping[str, WorkEntry]) -> None:
    """Put files into an empty folder that is open; no link is followed.

    The time does not grow with the depth of folders: all is made from the folder above, which is open.

    Raises:
        UnmadeEntry: one of the entries cannot be made.
    """
    with _Maker(folder) as maker:
        # In this order what lies in a folder follows it at once.
        for path in sorted(files, key=lambda path: path.replace("/", "\0")):
            try:
                maker.make(path, files[path])
            except UnicodeError:
                raise _unmade(path, "a lone surrogate is no character") from None
            except ValueError as error:
                raise _unmade(path, str(error)) from None
            except OSError as error:
                raise _unmade(path, error.strerror or str(error)) from None


class _Maker:
    """Makes entries from the folder that the last one stands in."""

    def __init__(self, top: int) -> None:
        self._top = self._folder = top
        self._path = ""

    def make(self, path: str, entry: WorkEntry) -> None:
        """Make a file or link, and the folders above it that are missing.

        Raises:
            OSError, ValueError: that is not possible.
        """
        if any(part in f"/{path}/" for part in _ODD):
            raise ValueError("it is no plain relative path")
        above, _, name = path.rpartition("/")
        self._enter(above)
        if isinstance(entry, WorkFile):
            _write(self._folder, name, entry)
        else:
            os.symlink(entry.target, name, dir_fd=self._folder)

    def _enter(self, path: str) -> None:
        missing = []
        above = path
        while not self._made(above):
            above, _, part = above.rpartition("/")
            missing.append(part)
        up = self._path.count("/", len(above)) + (above == "" != self._path)
        while up > 0:
            self._go("/".join([".."] * min(up, _MOST_UP)))
            up -= _MOST_UP
        for part in reversed(missing):
            os.mkdir(part, 0o755, dir_fd=self._folder)
            os.chmod(part, 0o755, dir_fd=self._folder)  # noqa: S103 - whatever our mask is
            self._go(part)
        self._path = path

    def _made(self, path: str) -> bool:
        """Say whether a folder is the present one or above it; others that were made do not come again."""
        end = len(path)
        return not path or (self._path.startswith(path) and self._path[end : end + 1] in ("", "/"))

    def _go(self, path: str) -> None:
        folder = os.open(path, _FOLDER, dir_fd=self._folder)
        self._close()
        self._folder = folder

    def _close(self) -> None:
        if self._folder != self._top:
            os.close(self._folder)
            self._folder = self._top

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()


def _unmade(path: str, cause: str) -> UnmadeEntry:
    return UnmadeEntry(f"{shown(path)} cannot be put into the work folder: {cause}")


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
