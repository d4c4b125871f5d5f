"""Resource limits of the kernel, which hold for each process: against core dumps, and in place of a group."""

from __future__ import annotations

import os
import re
import resource

from checkwright_sandboxing.sandbox import SandboxLimits

__all__ = ["set_limits"]

#: From this kernel on processes are counted for each user namespace, so that only the sandbox's own count.
_COUNTS_APART = (5, 14)
_RELEASE = re.compile(r"([0-9]+)\.([0-9]+)")


def set_limits(pid: int, limits: SandboxLimits, alone: bool) -> None:
    """Bound a process of our user and all that it will start.

    alone: no control group bounds memory and processes; what is set in its place helps, but a command with
    many processes gets past it.

    Raises:
        OSError: that is not allowed.
    """
    # With a limit of one byte no core is written, and no handler of the host is started either.
    _lower(pid, resource.RLIMIT_CORE, 1)
    if not alone:
        return
    _lower(pid, resource.RLIMIT_DATA, limits.memory_mb << 20)
    release = _RELEASE.match(os.uname().release)
    if release and (int(release[1]), int(release[2])) >= _COUNTS_APART:
        _lower(pid, resource.RLIMIT_NPROC, limits.pids + 1)


def _lower(pid: int, what: int, most: int) -> None:
    hard = resource.prlimit(pid, what)[1]
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.prlimit(pid, what, (value, value))
