"""Start a sandbox up to the point where all is mounted and nothing of the command runs yet."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from .account import Account
from .descriptors import Descriptors
from .program import Program

__all__ = ["Launched", "NotLaunched", "launch"]

#: Seconds until all has to be mounted.
_SECONDS = 30.0
_SPLIT = b"\n"


class NotLaunched(Exception):  # noqa: N818 - says what happened
    """The sandbox did not come up; the message says why."""


@dataclass(slots=True)
class Launched:
    """A sandbox that waits.

    process: bwrap outside. pid, first: its first process inside, as an id of ours and as a pidfd, which is
    readable when all inside is dead. start: where the filter goes; the command begins when it is closed.
    status: what bwrap says of the end.
    """

    process: subprocess.Popen[bytes]
    pid: int
    first: int
    start: int
    status: int
    stdout: int
    stderr: int


def launch(
    program: Program,
    account: Account,
    arguments: Sequence[str],
    argv: Sequence[str],
    stdin: bytes,
    descriptors: Descriptors,
) -> Launched:
    """Start bwrap and wait until all is mounted.

    Two pipes make bwrap say when: it reads one byte of `--block-fd`, which is there already, and closes it when
    all is mounted; then it reads the filter of `--seccomp` to its end, and there it waits.

    Raises:
        NotLaunched: bwrap ended, or took too long.
        OSError: it cannot be started.
    """
    mounted, block = descriptors.pipe()
    filtered, start = descriptors.pipe()
    status, report = descriptors.pipe()
    out, stdout = descriptors.pipe()
    err, stderr = descriptors.pipe()
    os.write(block, b"\0")
    command, environment, files = _reachable(program, account, descriptors)
    told = ["--json-status-fd", str(report), "--block-fd", str(mounted), "--seccomp", str(filtered)]
    for file in files:
        told += ["--file", str(file), f"/tmp/{file}"]
    told += arguments
    options = descriptors.memory("\0".join(told).encode("utf-8", "surrogateescape"))
    given = descriptors.memory(stdin)
    process = subprocess.Popen(  # noqa: S603 - bwrap
        account.wrapped([command, "--args", str(options), "--", *argv]),
        bufsize=0,
        stdin=given,
        stdout=stdout,
        stderr=stderr,
        cwd="/",
        env=environment,
        pass_fds=[report, mounted, filtered, options, *files],
        start_new_session=True,
    )
    descriptors.close(report, mounted, filtered, stdout, stderr, options, given, *files)
    try:
        pid, first = _wait(process, block, status)
        descriptors.keep(first)
    except BaseException:
        process.kill()
        process.wait()
        raise
    return Launched(process, pid, first, start, status, out, err)


def _wait(process: subprocess.Popen[bytes], block: int, status: int) -> tuple[int, int]:
    deadline = monotonic() + _SECONDS
    poll = select.poll()
    poll.register(status, select.POLLIN)
    poll.register(block, 0)
    said = b""
    pid = 0
    while True:
        ready = poll.poll(max(0.0, deadline - monotonic()) * 1_000)
        if not ready:
            raise NotLaunched("it was not ready in time")
        for descriptor, event in ready:
            if descriptor == status:
                if not (more := os.read(status, 65_536)):
                    raise NotLaunched("it ended")
                said += more
                if _SPLIT in said:
                    pid = json.loads(said.split(_SPLIT)[0])["child-pid"]
                    poll.unregister(status)
            elif event & select.POLLERR:
                if pid:
                    return pid, os.pidfd_open(pid)


def _reachable(
    program: Program, account: Account, descriptors: Descriptors
) -> tuple[str, dict[str, str], list[int]]:
    """Return a path that runs the program as another user too, its environment and what it has to inherit.

    A user who cannot enter the folder of a file can still run it through a descriptor. The descriptors stand
    at the end of their files: `--file` copies nothing from there, and then closes them, so that the command
    gets none of them.
    """
    if account.uid is None:
        return program.path, {}, []
    files = []
    for path in filter(None, (program.path, program.library)):
        files.append(descriptors.keep(os.open(path, os.O_RDONLY)))
        os.lseek(files[-1], 0, os.SEEK_END)
    names = [f"/proc/self/fd/{file}" for file in files]
    return names[0], {"LD_PRELOAD": names[1]} if program.library else {}, files
