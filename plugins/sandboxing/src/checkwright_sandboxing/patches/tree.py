"""The entries of a work folder while patches change them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from checkwright.wording import shown

from ..sandbox import WorkEntry, WorkFile, WorkLink
from .refused import PatchRefused

__all__ = ["Tree"]


class Tree:
    """A work folder in memory, in which nothing is reached through a link."""

    def __init__(self, files: Mapping[str, WorkEntry]) -> None:
        self.files = dict(files)
        self._folders = Counter(folder for path in files for folder in _folders(path))

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
        what = "is a folder" if self._folders[path] else "does not exist"
        raise PatchRefused(f"{shown(path)} {what}")

    def add(self, path: str, entry: WorkFile) -> None:
        """Put a file where there is nothing.

        Raises:
            PatchRefused: there is something, or a file or a link where its folder should be.
        """
        self._refuse_through(path)
        if path in self.files or self._folders[path]:
            raise PatchRefused(f"{shown(path)} exists already")
        self.files[path] = entry
        self._folders.update(_folders(path))

    def remove(self, path: str) -> None:
        """Take a file away, and the folders that become empty."""
        del self.files[path]
        self._folders.subtract(_folders(path))

    def _refuse_through(self, path: str) -> None:
        for folder in _folders(path):
            entry = self.files.get(folder)
            if entry is not None:
                what = "a link" if isinstance(entry, WorkLink) else "a file"
                raise PatchRefused(f"{shown(path)}: {shown(folder)} is {what}, expected a folder")


def _folders(path: str) -> Iterator[str]:
    """Yield the folders that a path lies in, from the top."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)
