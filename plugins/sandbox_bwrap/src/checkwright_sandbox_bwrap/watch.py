"""Watch a command that runs: read what it prints, and end it at the first limit it meets."""

from __future__ import annotations

import math
import os
import select
import signal
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic

from checkwright_sandboxing.sandbox import ExecStatus, SandboxLimits

from .cgroup import Cgroup
from .launch import Launched

__all__ = ["Watched", "kill", "watch"]

_CHUNK = 65_536
#: Seconds between looks at the control group; not every kernel tells of its events.
_LOOK = 0.1
#: Seconds in which all inside has to be dead after SIGKILL.
_PATIENCE = 10.0


@dataclass(frozen=True, slots=True)
class Watched:
    """What was seen. limit: the one that it was ended for, if any. seconds: wall time."""

    stdout: bytes
    stderr: bytes
    seconds: float
    limit: ExecStatus | None


def watch(launched: Launched, limits: SandboxLimits, group: Cgroup | None) -> Watched:
    """Return when all inside is dead; the command has just begun."""
    begun = monotonic()
    deadline = begun + limits.timeout
    output = _Output(launched.stdout, launched.stderr, limits.output_kb << 10)
    poll = select.poll()
    for descriptor in (launched.stdout, launched.stderr, launched.first):
        poll.register(descriptor, select.POLLIN)
    limit = None
    next_look = begun + _LOOK
    while limit is None:
        left = deadline - monotonic()
        ready = poll.poll(max(0, math.ceil(min(left, next_look - monotonic()) * 1_000)))
        if not ready and left <= 0:
            limit = ExecStatus.TIMEOUT
        if monotonic() >= next_look:
            next_look += _LOOK
            if group is not None and group.refused():
                limit = ExecStatus.PROCESS_LIMIT
        for descriptor, _ in ready:
            if descriptor != launched.first:
                if output.read(descriptor) == 0:
                    poll.unregister(descriptor)
                elif output.full:
                    limit = limit or ExecStatus.OUTPUT_LIMIT
        if any(descriptor == launched.first for descriptor, _ in ready):
            break
    seconds = monotonic() - begun
    kill(launched)
    output.drain()
    if output.full and limit is None:
        limit = ExecStatus.OUTPUT_LIMIT
    return Watched(output.of(launched.stdout), output.of(launched.stderr), seconds, limit)


def kill(launched: Launched) -> None:
    """End all inside at once, and return when it is dead: the kernel ends the others with the first one."""
    with suppress(ProcessLookupError):
        signal.pidfd_send_signal(launched.first, signal.SIGKILL)
    poll = select.poll()
    poll.register(launched.first, select.POLLIN)
    poll.poll(_PATIENCE * 1_000)
    try:
        launched.process.wait(_PATIENCE)
    finally:
        if launched.process.returncode is None:
            launched.process.kill()
            launched.process.wait()


class _Output:
    """What two pipes give, together at most so many bytes."""

    def __init__(self, stdout: int, stderr: int, most: int) -> None:
        self._kept = {stdout: bytearray(), stderr: bytearray()}
        self._left = most
        self.full = False
        for descriptor in self._kept:
            os.set_blocking(descriptor, False)

    def read(self, descriptor: int) -> int | None:
        """Read once, and return how many bytes came: 0 at the end, None when there is nothing at present."""
        try:
            more = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return None
        self._kept[descriptor] += more[: self._left]
        self.full = self.full or len(more) > self._left
        self._left -= min(len(more), self._left)
        return len(more)

    def drain(self) -> None:
        """Read what the dead left in the pipes."""
        for descriptor in self._kept:
            while not self.full and self.read(descriptor):
                pass

    def of(self, descriptor: int) -> bytes:
        """Return what one of the pipes gave."""
        return bytes(self._kept[descriptor])
