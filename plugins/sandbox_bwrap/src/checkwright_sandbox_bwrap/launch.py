"""Start a sandbox up to the point where all is mounted and nothing of the command runs yet."""

from __future__ import annotations

import json
import os
import select
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from .arguments import Arguments
from .carried import carrying
from .descriptors import Descriptors
from .places import WORK
from .setup import Setup

__all__ = ["Launched", "NotLaunched", "launch"]

#: Seconds until all has to be mounted.
_SECONDS = 30.0
_LAST_WORDS = 2.0
_MOST_SAID = 65_536


class NotLaunched(Exception):  # noqa: N818 - says what happened
    """The sandbox did not come up; the message says why."""


@dataclass(frozen=True, slots=True)
class Launched:
    """A sandbox that waits.

    process: bwrap outside. pid, first: its first process inside, as an id of ours and as a pidfd, which is
    readable when all inside is dead. folder: the work folder, to reach what is in it. start: where the filter
    goes; the command begins at its end. status: what bwrap says of the end. stdout, stderr: to read.
    """

    process: subprocess.Popen[bytes]
    pid: int
    first: int
    folder: int
    start: int
    status: int
    stdout: int
    stderr: int


def launch(
    setup: Setup,
    arguments: Arguments,
    argv: Sequence[str],
    stdin: bytes,
    descriptors: Descriptors,
) -> Launched:
    """Start bwrap and wait until all is mounted.

    Two descriptors make bwrap say when: it reads one byte of `--block-fd`, which is there already, and closes
    it when all is mounted; then it reads the filter of `--seccomp` to its end, and there it waits. If we die
    before, the filter is empty, which bwrap refuses. The arguments go through a descriptor too, not for all
    to see.

    Raises:
        NotLaunched: bwrap ended, or took too long.
        OSError: it cannot be started.
        ValueError: an argument holds a NUL or cannot be encoded.
    """
    mounted, block = descriptors.pipe()
    filtered, start = descriptors.sockets()
    status, report = descriptors.pipe()
    out, stdout = descriptors.pipe()
    err, stderr = descriptors.pipe()
    os.write(block, b"\0")
    path, environment, files = _reachable(setup, descriptors)
    told = ["--json-status-fd", str(report), "--block-fd", str(mounted), "--seccomp", str(filtered)]
    for file in files:
        told += ["--file", str(file), f"/tmp/{file}"]  # noqa: S108 - inside, below what is mounted there
    told += [*setup.options, *arguments.lines]
    if any("\0" in argument for argument in told):
        raise ValueError("embedded null character")
    options = descriptors.memory(b"\0".join(map(os.fsencode, told)))
    given = descriptors.memory(stdin)
    process = subprocess.Popen(  # noqa: S603 - bwrap
        carrying(arguments.closed, setup.account.wrapped([path, "--args", str(options), "--", *argv])),
        bufsize=0,
        stdin=given,
        stdout=stdout,
        stderr=stderr,
        cwd="/",
        env=environment,
        pass_fds=[report, mounted, filtered, options, *files, *arguments.inherited],
        start_new_session=True,
        umask=0o022,
        **setup.account.changes(),  # type: ignore[call-overload]  # names of Popen, chosen at run time
    )
    try:
        os.set_blocking(status, False)
        descriptors.close(
            report, mounted, filtered, stdout, stderr, options, given, *files, *arguments.inherited
        )
        pid = _mounted(process, block, status, err)
        try:
            first = descriptors.keep(os.pidfd_open(pid))
            folder = descriptors.open(f"/proc/{pid}/root{WORK}", os.O_PATH | os.O_DIRECTORY)
        except OSError:  # the pipe was closed since bwrap died
            raise NotLaunched(_complaint(process, err)) from None
        if _parent(pid) != process.pid:
            raise NotLaunched(_complaint(process, err))
    except BaseException:
        process.kill()
        process.wait()
        raise
    return Launched(process, pid, first, folder, start, status, out, err)


def _reachable(setup: Setup, descriptors: Descriptors) -> tuple[str, dict[str, str], list[int]]:
    """Return a path that runs bwrap as another user too, its environment and what it has to inherit.

    A user who cannot enter the folder of a file can still run it through a descriptor. The descriptors stand
    at the end of their files: `--file` copies nothing from there and then closes them, so that the command
    gets none of them.
    """
    if setup.account.uid is None:
        return setup.program.path, {}, []
    files = []
    for path in filter(None, (setup.program.path, setup.program.library)):
        files.append(descriptors.open(path, os.O_RDONLY))
        os.lseek(files[-1], 0, os.SEEK_END)
    names = [f"/proc/self/fd/{file}" for file in files]
    return names[0], {"LD_PRELOAD": names[1]} if names[1:] else {}, files


def _mounted(process: subprocess.Popen[bytes], block: int, status: int, stderr: int) -> int:
    """Wait until all is mounted, and return the id of the first process inside.

    Raises:
        NotLaunched: that does not come.
    """
    deadline = monotonic() + _SECONDS
    poll = select.poll()
    poll.register(status, select.POLLIN)
    poll.register(block, 0)
    said = b""
    closed = False
    while not (closed and b"\n" in said):
        ready = dict(poll.poll(max(0.0, deadline - monotonic()) * 1_000))
        if not ready:
            raise NotLaunched("it was not ready in time")
        if block in ready:
            closed = True
            poll.unregister(block)
        if status in ready:
            more = os.read(status, _MOST_SAID)
            if not more:
                raise NotLaunched(_complaint(process, stderr))
            said += more
    return int(json.loads(said.partition(b"\n")[0])["child-pid"])


def _complaint(process: subprocess.Popen[bytes], stderr: int) -> str:
    """Return the last line that a bwrap wrote which is dead, or is about to be."""
    try:
        process.wait(_LAST_WORDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    os.set_blocking(stderr, False)
    try:
        lines = os.read(stderr, _MOST_SAID).decode("utf-8", "replace").strip().splitlines()
    except BlockingIOError:
        lines = []
    return lines[-1].strip() if lines else "it ended without a word"


def _parent(pid: int) -> int:
    """Return the parent of a process; -1 when there is no such process."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return -1
