"""Find the document files of a folder, in a sorted order."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ..contract.problem import Problem

__all__ = ["DOCUMENT_SUFFIXES", "LEADS_BACK", "document_files", "unreadable"]

#: How the names of documents end, in any case.
DOCUMENT_SUFFIXES = (".yaml", ".yml", ".json")
#: What is said of a link that reaches nothing new.
LEADS_BACK = "the link leads back to a folder around it"


def document_files(folder: str | os.PathLike[str]) -> Iterator[str | Problem]:
    """Yield the path of each *.yaml, *.yml and *.json file in a folder and below, or why one has none.

    Names that start with a dot are left out. Links are followed; a file or folder that is reached twice
    is taken once. A link to a folder around it, or around the folder that is read, is a problem and not
    followed: it leads to no rubric that was meant, and maybe to the whole disk.

    Raises:
        OSError: the folder itself cannot be read.
    """
    root = Path(folder)
    around = [_around(root)]
    seen = {_identity(root.stat())}
    open_folders = [_listing(root)]
    while open_folders:
        path = next(open_folders[-1], None)
        if path is None:
            open_folders.pop()
            around.pop()
            continue
        try:
            info = path.stat()
            below = _listing(path) if stat.S_ISDIR(info.st_mode) else None
        except OSError as error:
            yield unreadable(str(path), error)
            continue
        identity = _identity(info)
        if below is None and path.suffix.lower() not in DOCUMENT_SUFFIXES:
            continue
        if any(identity in folders for folders in around):
            yield Problem(str(path), LEADS_BACK, code="syntax")
        elif identity not in seen and below is None:
            yield str(path)
        elif identity not in seen and below is not None:
            open_folders.append(below)
            around.append(_around(path) if path.is_symlink() else {identity})
        seen.add(identity)


def unreadable(path: str, error: OSError) -> Problem:
    """Say that a file or folder cannot be read, and why."""
    return Problem(path, f"cannot be read: {error.strerror or error}", code="syntax")


def _identity(info: os.stat_result) -> tuple[int, int]:
    return info.st_dev, info.st_ino


def _around(folder: Path) -> set[tuple[int, int]]:
    """Identify a folder, and those in which it really lies, links resolved."""
    real = Path(os.path.realpath(folder))
    found = {_identity(folder.stat())}
    for outer in real.parents:
        with suppress(OSError):
            found.add(_identity(outer.stat()))
    return found


def _listing(folder: Path) -> Iterator[Path]:
    """List a folder at once, so that none stays open."""
    return iter(sorted(path for path in folder.iterdir() if not path.name.startswith(".")))
