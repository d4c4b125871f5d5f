"""Find the files of a folder that may hold a prompt, in a sorted order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from checkwright import DOCUMENT_SUFFIXES, Problem

__all__ = ["prompt_files", "unreadable"]


def prompt_files(folder: str | os.PathLike[str]) -> Iterator[str | Problem]:
    """Yield the path of each *.yaml, *.yml and *.json file in a folder and below, or why one has none.

    Names that start with a dot are left out. Links are followed; what is reached twice is taken once, and a
    link to a folder around the one that is read is a problem.

    Raises:
        OSError: the folder itself cannot be read.
    """
    root = Path(folder)
    yield from _below(root, Path(os.path.realpath(root)), {_identity(root)})


def unreadable(path: str, error: OSError) -> Problem:
    """Say that a file or folder cannot be read, and why."""
    return Problem(path, f"cannot be read: {error.strerror or error}", code="syntax")


def _below(folder: Path, root: Path, seen: set[tuple[int, int]]) -> Iterator[str | Problem]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        try:
            identity = _identity(path)
            is_folder = path.is_dir()
            if not is_folder and path.suffix.lower() not in DOCUMENT_SUFFIXES:
                continue
            if is_folder and root.is_relative_to(os.path.realpath(path)):
                yield Problem(str(path), "the link leads back to a folder around it", code="syntax")
            elif identity not in seen:
                seen.add(identity)
                yield from _below(path, root, seen) if is_folder else [str(path)]
        except OSError as error:
            yield unreadable(str(path), error)


def _identity(path: Path) -> tuple[int, int]:
    info = path.stat()
    return info.st_dev, info.st_ino
