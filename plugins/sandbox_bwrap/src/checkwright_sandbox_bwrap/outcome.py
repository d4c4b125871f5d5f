"""What the end of a command means."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass

from checkwright.wording import one_line
from checkwright_sandboxing.sandbox import ExecResult, ExecStatus, SandboxLimits

from .cgroup import Cgroup
from .watch import Watched

__all__ = ["NAME", "Ended", "not_begun", "result", "unavailable"]

#: Of the provider.
NAME = "bwrap"
#: Bytes; with fewer left a file system is full.
_FULL = 65_536
_MOST_SAID = 65_536
#: What bwrap writes when it cannot begin the command, with the exit code that a shell has for it.
_NOT_BEGUN = re.compile(
    rb"\Abwrap: (?:execvp (?P<program>.*)|Can't chdir to (?P<folder>.*)): (?P<why>[^:\n]*)\n\Z", re.DOTALL
)
_NOT_FOUND, _NOT_RUN = 127, 126


def unavailable(reason: str, version: str = "") -> ExecResult:
    """Return the result of a sandbox that ended by itself or never was."""
    return ExecResult(ExecStatus.UNAVAILABLE, provider=NAME, version=version, reason=one_line(reason))


def not_begun(reason: str, version: str) -> ExecResult:
    """Return the result of a command that no system could begin."""
    text = one_line(f"exit code {_NOT_RUN}: {reason}")
    return ExecResult(ExecStatus.EXIT_NONZERO, _NOT_RUN, provider=NAME, version=version, reason=text)


@dataclass(frozen=True, slots=True)
class Ended:
    """How bwrap ended. said: through `--json-status-fd`, after all was mounted. code: its own exit code."""

    said: bytes
    code: int

    @property
    def exit_code(self) -> int | None:
        """The exit code of the command; None when it was not begun, or bwrap did not see its end."""
        for line in self.said.splitlines():
            try:
                code = json.loads(line)["exit-code"]
            except (ValueError, KeyError, TypeError):
                continue
            if isinstance(code, int):
                return code
        return None

    @property
    def before_the_command(self) -> bool:
        """Whether bwrap gave up before the command: it then says no exit code, whatever a command does.

        Whether the program was begun it knows from a pipe that closes with that, so no program can forge it.
        """
        return self.exit_code is None and self.code == 1


def result(
    seen: Watched, ended: Ended, limits: SandboxLimits, group: Cgroup | None, folder: int, version: str
) -> ExecResult:
    """Return the result of a sandbox that was started. folder: the work folder."""
    code = None if seen.limit else ended.exit_code
    status, reason = _meaning(seen, code, limits, group, folder)
    # What stands on standard error is bwrap's only where no command has written there.
    if seen.limit is None and ended.before_the_command and (begun := _NOT_BEGUN.match(seen.stderr)):
        status, code = ExecStatus.EXIT_NONZERO, _NOT_RUN
        why = begun["why"].decode("utf-8", "replace")
        if begun["program"] is not None:
            code = _NOT_FOUND if why == os.strerror(2) else _NOT_RUN
            reason = f"exit code {code}: the program was not begun: {why}"
        else:
            reason = f"exit code {code}: the folder to begin in was not entered: {why}"
    return ExecResult(
        status,
        code,
        seen.stdout,
        seen.stderr,
        seen.seconds,
        None if group is None else group.peak_mb(),
        NAME,
        version,
        one_line(reason),
    )


def _meaning(
    seen: Watched, code: int | None, limits: SandboxLimits, group: Cgroup | None, folder: int
) -> tuple[ExecStatus, str]:
    """Say how it ended: what the kernel counted comes first, since it is what all else follows from."""
    if group is not None and group.killed():
        return (
            ExecStatus.OUT_OF_MEMORY,
            f"it met the memory limit of {limits.memory_mb} MiB, which covers the files that it writes",
        )
    if group is not None and group.refused():
        return ExecStatus.PROCESS_LIMIT, f"it met the limit of {limits.pids} processes and threads"
    if seen.limit is ExecStatus.TIMEOUT:
        return seen.limit, f"it met the time limit of {limits.timeout:g} s"
    if seen.limit is ExecStatus.OUTPUT_LIMIT:
        return seen.limit, f"it met the limit of {limits.output_kb} KiB of output"
    if code is None:
        return ExecStatus.UNAVAILABLE, "the sandbox was ended from outside, or ended by itself"
    if code == 0:
        return ExecStatus.OK, "exit code 0"
    space = os.fstatvfs(folder)
    if space.f_bavail * space.f_frsize < _FULL:
        return (
            ExecStatus.DISK_LIMIT,
            f"it met the limit of {limits.disk_mb} MiB of files, and ended with exit code {code}",
        )
    return ExecStatus.EXIT_NONZERO, f"exit code {code}"
