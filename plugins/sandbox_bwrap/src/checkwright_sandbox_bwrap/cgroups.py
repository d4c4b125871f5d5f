"""Control groups: where one can be made for a sandbox, and those that killed processes left."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

__all__ = ["Layout", "find_layout", "new_name", "sweep"]

_CONTROLLERS = ("memory", "pids")
_NAME = re.compile(r"checkwright-bwrap-([0-9]+)-([0-9]+)-([0-9]+)-[0-9]+")
_numbers = count()


@dataclass(frozen=True, slots=True)
class Layout:
    """Where groups are made. version: 1 or 2. memory, pids: the folders above them, in version 2 the same."""

    version: int
    memory: Path
    pids: Path

    def folders(self) -> tuple[Path, ...]:
        """Return the folders above, each once."""
        return (self.memory,) if self.memory == self.pids else (self.memory, self.pids)


def find_layout(root: Path, own: str) -> Layout | None:
    """Return where groups with memory and pids can be made; None where that is not allowed.

    root: where the control groups are mounted. own: what /proc/self/cgroup holds. The nearest place above
    our own group is taken. In version 2 a group with processes in it passes no controllers on, so it is one
    further up as a rule; controllers are passed on for the groups below when they are not yet.
    """
    paths = {name: path for _, names, path in _lines(own) for name in names.split(",")}
    if (root / "cgroup.controllers").is_file():
        for folder in _upwards(root, paths.get("", "/")):
            if _passes_on(folder):
                return Layout(2, folder, folder)
        return None
    found = []
    for name in _CONTROLLERS:
        places = _upwards(root / name, paths.get(name, "/"))
        found.append(next((place for place in places if _writable(place)), None))
    memory, pids = found
    return None if memory is None or pids is None else Layout(1, memory, pids)


def _lines(own: str) -> Iterator[list[str]]:
    return (parts for line in own.splitlines() if len(parts := line.split(":", 2)) == 3)


def _upwards(root: Path, own: str) -> Iterator[Path]:
    folder = root / own.lstrip("/")
    if ".." not in folder.parts:  # a namespace below which we are not
        while folder != root:
            yield folder
            folder = folder.parent
    yield root


def _writable(folder: Path) -> bool:
    return (folder / "cgroup.procs").is_file() and os.access(folder, os.W_OK | os.X_OK)


def _passes_on(folder: Path) -> bool:
    if not _writable(folder):
        return False
    try:
        there = (folder / "cgroup.controllers").read_text("ascii").split()
        passed = (folder / "cgroup.subtree_control").read_text("ascii").split()
        wanted = [name for name in _CONTROLLERS if name not in passed]
        if not set(wanted) <= set(there):
            return False
        if wanted:
            (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in wanted), "ascii")
    except OSError:
        return False
    return True


def new_name() -> str:
    """Return a name for a group that says which process made it."""
    return f"checkwright-bwrap-{_namespace()}-{os.getpid()}-{_started(os.getpid())}-{next(_numbers)}"


def sweep(layout: Layout) -> None:
    """Remove the groups of processes that are dead, and end what is left in them; never raise."""
    for folder in layout.folders():
        with suppress(OSError):
            for name in os.listdir(folder):  # noqa: PTH208 - names
                made = _NAME.fullmatch(name)
                if made and int(made[1]) == _namespace() and _started(int(made[2])) != int(made[3]):
                    _remove(folder / name)


def _remove(group: Path) -> None:
    with suppress(OSError, ValueError):
        for pid in (group / "cgroup.procs").read_text("ascii").split():
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
    with suppress(OSError):
        os.rmdir(group)  # noqa: PTH106 - control files are no files


def _namespace() -> int:
    """Tell our process ids from those of a container that shares the groups."""
    return os.stat("/proc/self/ns/pid").st_ino  # noqa: PTH116


def _started(pid: int) -> int:
    """Return when a process began, in ticks since the boot; -1 when there is none."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        return int(text.rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return -1
