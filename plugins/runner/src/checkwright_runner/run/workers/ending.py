"""End processes with all that they started: the group of a worker, and what left its group."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path

__all__ = ["Orphans", "end_with_parent", "kill_group", "wait_for_end"]

#: What `prctl` is asked for on Linux. Source: linux/prctl.h.
_DEATH_SIGNAL, _SUBREAPER = 1, 36


def wait_for_end(pid: int) -> None:
    """Wait until a child has ended, and leave it to be asked how: till then its number is its own."""
    if hasattr(os, "waitid"):
        with suppress(ChildProcessError):
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)


def kill_group(pid: int) -> None:
    """Kill all processes of the group that a child is the first of."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)


def end_with_parent() -> None:  # pragma: no cover - called in processes of its own
    """Let this process end with its group as soon as its parent has, one that a check stopped included.

    On Linux; elsewhere it notices when it next has to say something. A signal says it that also lets a
    stopped process go on, and is nothing to any other.
    """
    if not hasattr(signal, "SIGCONT"):
        return
    owner, parent = os.getpid(), os.getppid()

    def look(*_: object) -> None:
        if os.getpid() == owner and os.getppid() != parent:
            os.killpg(0, signal.SIGKILL)

    signal.signal(signal.SIGCONT, look)
    _prctl(_DEATH_SIGNAL, signal.SIGCONT)
    look()


class Orphans:  # pragma: no cover - only a program of its own adopts orphans
    """What workers leave behind outside their groups: processes of other sessions, whose parent is gone.

    On Linux they become children of this process, as it asks for them; elsewhere there are none to see.
    Children that were there before are left alone. For programs of ours alone: a library must not take
    the orphans of its host.
    """

    def __init__(self) -> None:
        self._adopts = _adopt()
        self._left_alone = frozenset(_children()) if self._adopts else frozenset()

    def end(self, workers: frozenset[int]) -> None:
        """Kill every child that is not one of these workers, and its children, till there is none.

        workers: the numbers of the worker processes that are there.
        """
        if not self._adopts:
            return
        # What is killed may leave children, which then come to us: each round goes one generation deeper.
        for _ in range(_ROUNDS):
            found = [pid for pid in _children() if pid not in workers and pid not in self._left_alone]
            if not found:
                return
            for pid in found:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            for pid in found:
                with suppress(ChildProcessError):
                    os.waitpid(pid, 0)


#: Generations of processes that are followed; one that starts others faster than they are killed has won.
_ROUNDS = 100


def _adopt() -> bool:  # pragma: no cover - as Orphans
    """Become the parent of orphans below this process; tell whether the system does that."""
    return _prctl(_SUBREAPER, 1)


def _prctl(option: int, value: int) -> bool:  # pragma: no cover - as Orphans
    try:
        import ctypes

        return bool(ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError, ImportError, TypeError):
        return False


def _children() -> list[int]:  # pragma: no cover - as Orphans
    """Return the numbers of the children of this process, those of all its threads."""
    found: list[int] = []
    me = str(os.getpid()).encode()
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with suppress(OSError, IndexError):
                    # The name of a program may hold blanks and brackets; what follows the last one does not.
                    fields = Path(entry.path, "stat").read_bytes().rpartition(b")")[2].split()
                    if fields[1] == me:
                        found.append(int(entry.name))
    return found
