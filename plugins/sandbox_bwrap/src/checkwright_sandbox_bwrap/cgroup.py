"""The control group of one sandbox: it bounds memory and processes, and counts what met a bound."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from checkwright_sandboxing.sandbox import SandboxLimits

from .cgroups import Layout, new_name, sweep

__all__ = ["Cgroup"]

#: Seconds that a group may stay busy when all in it is dead.
_PATIENCE = 2.0


class Cgroup:
    """A group in which all of a sandbox runs, and nothing else."""

    def __init__(self, layout: Layout) -> None:
        self._version = layout.version
        self._parents = layout.folders()
        self._layout = layout
        name = new_name()
        self._memory = layout.memory / name
        self._pids = layout.pids / name

    def make(self, limits: SandboxLimits) -> None:
        """Make the group with its bounds, after groups of dead processes are swept.

        Raises:
            OSError: it cannot be made.
        """
        sweep(self._layout)
        for folder in self._folders():
            os.mkdir(folder)  # noqa: PTH102
        most = str(limits.memory_mb << 20)
        if self._version == 2:
            self._write(self._memory / "memory.max", most)
            self._write(self._memory / "memory.oom.group", "1", optional=True)
            self._write(self._memory / "memory.swap.max", "0", optional=True)
        else:
            self._write(self._memory / "memory.limit_in_bytes", most)
            self._write(self._memory / "memory.memsw.limit_in_bytes", most, optional=True)
        # The first process inside is bwrap's own.
        self._write(self._pids / "pids.max", str(limits.pids + 1))

    def join(self, pid: int) -> None:
        """Put a process in; what it starts from now on is in too.

        Raises:
            OSError: it may not be moved.
        """
        for folder in self._folders():
            self._write(folder / "cgroup.procs", str(pid))

    def refused(self) -> bool:
        """Say whether a process or thread was refused."""
        return _number(self._pids / "pids.events", "max") > 0

    def killed(self) -> bool:
        """Say whether a process was killed for want of memory."""
        file = "memory.events" if self._version == 2 else "memory.oom_control"
        return _number(self._memory / file, "oom_kill") > 0

    def peak_mb(self) -> float | None:
        """Return the most memory that was used, in MiB; None where that is not counted."""
        file = "memory.peak" if self._version == 2 else "memory.max_usage_in_bytes"
        try:
            return int((self._memory / file).read_text("ascii")) / (1 << 20)
        except (OSError, ValueError):
            return None

    def remove(self) -> None:
        """Remove the group, when all in it is dead; never raise."""
        deadline = monotonic() + _PATIENCE
        for folder in self._folders():
            while True:
                try:
                    os.rmdir(folder)  # noqa: PTH106 - control files are no files
                except FileNotFoundError:
                    break
                except OSError:
                    if monotonic() > deadline:
                        break  # swept by a later process
                    sleep(0.001)
                else:
                    break

    def _folders(self) -> tuple[Path, ...]:
        return (self._memory,) if self._memory == self._pids else (self._memory, self._pids)

    @staticmethod
    def _write(file: Path, text: str, *, optional: bool = False) -> None:
        try:
            descriptor = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            if optional:
                return
            raise
        try:
            os.write(descriptor, text.encode("ascii"))
        except OSError:
            if not optional:
                raise
        finally:
            os.close(descriptor)


def _number(file: Path, name: str) -> int:
    with suppress(OSError, ValueError):
        for line in file.read_text("ascii").splitlines():
            key, _, value = line.partition(" ")
            if key == name:
                return int(value)
    return 0
