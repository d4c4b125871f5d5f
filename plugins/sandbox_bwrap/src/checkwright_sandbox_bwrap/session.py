"""A session: one work folder, one command."""

from __future__ import annotations

import os
import select
from collections.abc import Mapping, Sequence
from time import monotonic
from types import MappingProxyType, TracebackType
from typing import Any, Self

from checkwright_sandboxing.sandbox import ExecResult, ExecStatus, SessionSpec

from .account import Account
from .arguments import arguments
from .descriptors import Descriptors
from .launch import NotLaunched, launch
from .program import Program
from .seccomp import filter_for
from .view import WORK
from .work_folder import fill, needed, read

__all__ = ["BwrapSession"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class BwrapSession:
    """A session of bubblewrap."""

    def __init__(self, spec: SessionSpec, program: Program, version: str, account: Account) -> None:
        self._spec = spec
        self._program = program
        self._version = version
        self._account = account
        self._descriptors = Descriptors()
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
        """Run the one command."""
        if self._called or self._ended:
            raise RuntimeError("a session runs one command")
        self._called = True
        size = needed(self._spec.files) + (self._spec.limits.disk_mb << 20)
        try:
            launched = launch(
                self._program,
                self._account,
                arguments(size, cwd, env, True),
                argv,
                stdin,
                self._descriptors,
            )
        except (NotLaunched, OSError) as error:
            return ExecResult(ExecStatus.UNAVAILABLE, reason=str(error))
        folder = self._descriptors.keep(
            os.open(f"/proc/{launched.pid}/root{WORK}", os.O_PATH | os.O_DIRECTORY)
        )
        self._folder = folder
        self._account.run(lambda: fill(folder, self._spec.files))
        os.write(launched.start, filter_for(os.uname().machine))
        begun = monotonic()
        self._descriptors.close(launched.start)
        kept = {launched.stdout: bytearray(), launched.stderr: bytearray()}
        poll = select.poll()
        poll.register(launched.stdout, select.POLLIN)
        poll.register(launched.stderr, select.POLLIN)
        left = 2
        while left:
            for descriptor, _ in poll.poll(1000 * self._spec.limits.timeout):
                more = os.read(descriptor, 65_536)
                if not more:
                    poll.unregister(descriptor)
                    left -= 1
                kept[descriptor] += more
        code = launched.process.wait()
        status = ExecStatus.OK if code == 0 else ExecStatus.EXIT_NONZERO
        return ExecResult(
            status,
            code,
            bytes(kept[launched.stdout]),
            bytes(kept[launched.stderr]),
            monotonic() - begun,
            provider="bwrap",
            version=self._version,
        )

    def read_file(self, path: str, most: int) -> bytes | None:
        """Return the bytes of a file."""
        return None if self._folder is None else read(self._folder, path, most)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ended = True
        self._descriptors.close_all()
