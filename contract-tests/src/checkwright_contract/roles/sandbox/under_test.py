"""A sandbox under test: runs the scripts of laws in sessions of it.

PYTEST_DONT_REWRITE: what is found is said in full, and pytest may take hours to compare large values.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from checkwright import Provider
from checkwright_sandboxing.sandbox import (
    Capabilities,
    ExecResult,
    ExecStatus,
    Sandbox,
    SandboxLimits,
    Session,
    SessionSpec,
    WorkEntry,
)

from ...law import Unproven
from .host import processes_with

__all__ = ["Ran", "SandboxUnderTest", "new_marker"]

T = TypeVar("T")

#: Bounds of a script that no law is about.
_LIMITS: Mapping[str, Any] = {"timeout": 30.0}
#: Seconds that a script of `while_running` stays; the next one when it was over too soon.
_STAYS = (0.4, 2, 8)


def new_marker() -> str:
    """Return a word that nothing else on the machine has."""
    return f"checkwright-{secrets.token_hex(6)}"


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a script. files: what was read afterwards."""

    result: ExecResult
    files: Mapping[str, bytes | None]


class SandboxUnderTest:
    """One provider, with what it opened."""

    def __init__(self, provider: Provider[Sandbox]) -> None:
        self.provider = provider

    @cached_property
    def sandbox(self) -> Sandbox:
        """What the provider opened."""
        return self.provider.open()

    @cached_property
    def capabilities(self) -> Capabilities:
        """What it said of itself at first."""
        return self.sandbox.probe()

    @property
    def enforces(self) -> frozenset[str]:
        """What it says that it enforces here."""
        return frozenset(self.capabilities.enforces)

    @property
    def why_not_runnable(self) -> str | None:
        """The reason why it runs nothing here; None when it does."""
        return None if self.capabilities.available else self.capabilities.reason or "it says no reason"

    def session(
        self,
        files: Mapping[str, WorkEntry] | None = None,
        *,
        tools: Mapping[str, str] | None = None,
        shown: tuple[str, ...] = (),
        **limits: Any,
    ) -> Session:
        """Open a session with these files and bounds."""
        spec = SessionSpec(
            files=files or {},
            limits=SandboxLimits(**{**_LIMITS, **limits}),
            tools=tools or {},
            shown=shown,
        )
        return self.sandbox.open(spec)

    def run(
        self,
        script: str,
        *arguments: str,
        files: Mapping[str, WorkEntry] | None = None,
        read: tuple[str, ...] = (),
        stdin: bytes = b"",
        cwd: str = ".",
        env: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Ran:
        """Run a script of `/bin/sh` with arguments from `$1` on.

        Raises:
            AssertionError: it did not run.
        """
        with self.session(files, **options) as session:
            argv = ("/bin/sh", "-c", script, "sh", *arguments)
            result = session.exec(argv, stdin=stdin, cwd=cwd, env=env or {})
            came_up = result.status is not ExecStatus.UNAVAILABLE
            assert came_up, f"a script did not run: {result.reason}"
            return Ran(result, {path: session.read_file(path, 1 << 20) for path in read})

    def output(self, script: str, *arguments: str, **options: Any) -> str:
        """Run a script that ends well and return what it printed.

        Raises:
            AssertionError: it did not run, or ended otherwise.
        """
        result = self.run(script, *arguments, **options).result
        ok = result.status is ExecStatus.OK and result.exit_code == 0
        assert ok, f"a script that ends with exit 0 came out as {_said(result)}"
        return result.stdout.decode(errors="replace")

    def while_running(self, script: str, look: Callable[[str], T]) -> T:
        """Run a script and let it stay; return what `look` returned of the marker among its arguments.

        Raises:
            Unproven: the machine cannot tell when it runs.
        """
        for seconds in _STAYS:
            marker = new_marker()
            stay = (f'{script}\nsleep "$2"', marker, str(seconds))
            thread = threading.Thread(target=self._quietly, args=stay, daemon=True)
            thread.start()
            try:
                if _seen(marker, thread):
                    found = look(marker)
                    if thread.is_alive():
                        return found
            finally:
                thread.join()
        raise Unproven("no process of a sandbox can be seen from here while it runs")

    def _quietly(self, script: str, *arguments: str) -> None:
        with suppress(Exception):
            self.run(script, *arguments)


def _seen(marker: str, thread: threading.Thread) -> bool:
    while thread.is_alive():
        if any(one.command.startswith(b"/bin/sh\0-c\0") for one in processes_with(marker)):
            return True
        time.sleep(0.005)
    return False


def _said(result: ExecResult) -> str:
    error = result.stderr.decode(errors="replace").strip()
    return f"{result.status.value} ({result.exit_code}): {result.reason or error or 'no reason'}"
