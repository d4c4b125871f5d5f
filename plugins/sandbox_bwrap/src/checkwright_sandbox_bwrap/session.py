"""A session: one work folder, one command."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType, TracebackType
from typing import Any, Self

from checkwright_sandboxing.sandbox import ExecResult, SandboxLimits, SessionSpec

from .arguments import arguments
from .cgroup import Cgroup
from .command import fault
from .descriptors import Descriptors
from .filling import UnmadeEntry, fill
from .launch import Launched, NotLaunched, launch
from .limits import set_limits
from .outcome import Ended, not_begun, result, unavailable
from .places import UnshownPath
from .setup import Setup
from .watch import kill, watch
from .work_folder import read

__all__ = ["BwrapSession"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class BwrapSession:
    """A session of bubblewrap.

    All is made when the command is run: the work folder is a tmpfs of its sandbox, filled from outside before
    the command begins. When all inside is dead it stays as long as we hold it open, which nobody else does.
    """

    def __init__(self, spec: SessionSpec, setup: Setup) -> None:
        self._spec = spec
        self._setup = replace(setup, account=setup.account.next())
        self._descriptors = Descriptors()
        self._group: Cgroup | None = None
        self._folder: int | None = None
        self._called = False
        self._ended = False

    def exec(
        self,
        argv: Sequence[str],
        *,
        stdin: bytes = b"",
        cwd: str = ".",
        env: Mapping[str, str] = _NOTHING,
    ) -> ExecResult:
        """Run the one command of the session; when it returns all its processes are dead."""
        if self._ended:
            raise RuntimeError("the session has ended")
        if self._called:
            raise RuntimeError("a session runs one command, and this one has")
        self._called = True
        version = self._setup.program.version
        if not isinstance(argv, str) and (wrong := fault(argv, env)) is not None:
            return not_begun(wrong, version)
        try:
            return self._run(argv, stdin, _inside(cwd), env)
        except (NotLaunched, UnmadeEntry, UnshownPath) as error:
            return unavailable(str(error), version)
        except OSError as error:
            return unavailable(f"the sandbox cannot be made: {error}", version)
        except ValueError as error:
            return unavailable(f"the command cannot be run: {error}", version)

    def read_file(self, path: str, most: int) -> bytes | None:
        """Return the bytes of a file of the work folder after `exec`; None when there is none."""
        if self._ended:
            raise RuntimeError("the session has ended")
        return None if self._folder is None else read(self._folder, path, most)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ended = True
        self._folder = None
        self._descriptors.close_all()
        if self._group is not None:
            self._group.remove()

    def _run(self, argv: Sequence[str], stdin: bytes, cwd: str, env: Mapping[str, str]) -> ExecResult:
        if not argv or isinstance(argv, str):
            raise ValueError("a list with a program is expected")
        setup, spec = self._setup, self._spec
        told = arguments(spec, cwd, env, setup.account.uid is not None, self._descriptors)
        launched = launch(setup, told, argv, stdin, self._descriptors)
        try:
            self._prepare(launched.pid, launched.folder)
            group = self._bounded(launched, spec.limits)
            self._descriptors.say(launched.start, setup.seccomp)
            seen = watch(launched, spec.limits, group)
        except BaseException:
            kill(launched)
            raise
        self._folder = launched.folder
        try:
            said = os.read(launched.status, 65_536)
        except BlockingIOError:
            said = b""
        ended = Ended(said, launched.process.returncode)
        return result(seen, ended, spec.limits, group, launched.folder, setup.program.version)

    def _prepare(self, pid: int, folder: int) -> None:
        """Put the files in as the user of the sandbox.

        The descriptor is one of its own, since after an interrupt ours is closed while this goes on.
        """
        own = os.dup(folder)

        def work() -> None:
            try:
                set_limits(pid, self._spec.limits, self._setup.layout is None)
                fill(own, self._spec.files)
            finally:
                os.close(own)

        self._setup.account.run(work)

    def _bounded(self, launched: Launched, limits: SandboxLimits) -> Cgroup | None:
        """Put the sandbox into a control group, where there are some."""
        if self._setup.layout is None:
            return None
        self._group = Cgroup(self._setup.layout)
        self._group.make(limits)
        self._group.join(launched.pid)
        return self._group


def _inside(cwd: str) -> str:
    """Return a folder of the work folder in its shortest form.

    Raises:
        ValueError: it leads out.
    """
    plain = posixpath.normpath(cwd)
    if plain.startswith("/") or plain.split("/")[0] == "..":
        raise ValueError(f"the folder {cwd!r} leads out of the work folder")
    return plain
