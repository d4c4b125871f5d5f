"""The entries of a work folder while patches change them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from checkwright.wording import shown

from ..sandbox import WorkEntry, WorkFile, WorkLink
from ..workspace import WORKSPACE_BYTES, WORKSPACE_FILES
from .refused import PatchRefused

__all__ = ["Tree"]

#: Folders at any time: as many again as a workspace may have.
_MOST_FOLDERS = 2 * WORKSPACE_FILES


class Tree:
    """A work folder in memory, in which nothing is reached through a link."""

    def __init__(self, files: Mapping[str, WorkEntry]) -> None:
        self.files = dict(files)
        #: How many files, links and folders stand directly in each folder.
        self._folders: dict[str, int] = {}
        for path in files:
            self._count(path)

    def file(self, path: str) -> WorkFile:
        """Return the file at a path.

        Raises:
            PatchRefused: there is none, or a link.
        """
        self._refuse_through(path)
        entry = self.files.get(path)
        if isinstance(entry, WorkFile):
            return entry
        if isinstance(entry, WorkLink):
            raise PatchRefused(f"{shown(path)} is a link, which is not patched")
        what = "is a folder" if path in self._folders else "does not exist"
        raise PatchRefused(f"{shown(path)} {what}")

    def add(self, path: str, entry: WorkFile) -> None:
        """Put a file where there is nothing.

        Raises:
            PatchRefused: there is something, or a file or a link where its folder should be; too many
                folders.
        """
        self._refuse_through(path)
        if path in self.files or path in self._folders:
            raise PatchRefused(f"{shown(path)} exists already")
        self.files[path] = entry
        self._count(path)
        if len(self._folders) > _MOST_FOLDERS:
            raise PatchRefused(f"{shown(path)}: more than {_MOST_FOLDERS:,} folders with the patch applied")

    def remove(self, path: str) -> None:
        """Take a file away, and the folders that become empty."""
        del self.files[path]
        for folder in _folders_above(path):
            self._folders[folder] -= 1
            if self._folders[folder]:
                break
            del self._folders[folder]

    def refuse_beyond_bounds(self) -> None:
        """Refuse more files or bytes than a workspace may have.

        Raises:
            PatchRefused: there are; the reason says which.
        """
        if len(self.files) > WORKSPACE_FILES:
            raise PatchRefused(f"more than {WORKSPACE_FILES:,} files with the patch applied")
        if sum(map(_size, self.files.values())) > WORKSPACE_BYTES:
            raise PatchRefused(f"more than {WORKSPACE_BYTES // 1024**2} MiB with the patch applied")

    def _count(self, path: str) -> None:
        for folder in _folders_above(path):
            self._folders[folder] = self._folders.get(folder, 0) + 1
            if self._folders[folder] > 1:
                break

    def _refuse_through(self, path: str) -> None:
        for folder in _folders(path):
            entry = self.files.get(folder)
            if entry is not None:
                what = "a link" if isinstance(entry, WorkLink) else "a file"
                raise PatchRefused(f"{shown(path)}: {shown(folder)} is {what}, expected a folder")


def _size(entry: WorkEntry) -> int:
    return len(entry.data) if isinstance(entry, WorkFile) else 0


def _folders(path: str) -> Iterator[str]:
    """Yield the folders that a path lies in, from the top."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _folders_above(path: str) -> Iterator[str]:
    """Yield the folders that a path lies in, the nearest first."""
    at = path.rfind("/")
    while at >= 0:
        yield path[:at]
        at = path.rfind("/", 0, at)
