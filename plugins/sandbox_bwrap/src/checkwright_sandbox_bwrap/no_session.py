"""A session of a sandbox that runs nothing: its only result says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import Any, Self

from checkwright_sandboxing.sandbox import ExecResult, ExecStatus

__all__ = ["NoSession"]

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class NoSession:
    """A session whose command never begins. result: what `exec` returns."""

    def __init__(self, result: ExecResult) -> None:
        assert result.status is ExecStatus.UNAVAILABLE
        self._result = result
        self._over = False

    def exec(
        self,
        argv: Sequence[str],  # noqa: ARG002 - nothing is run
        *,
        stdin: bytes = b"",  # noqa: ARG002
        cwd: str = ".",  # noqa: ARG002
        env: Mapping[str, str] = _NOTHING,  # noqa: ARG002
    ) -> ExecResult:
        """Return why nothing is run."""
        if self._over:
            raise RuntimeError("a session runs one command, and this one has, or has ended")
        self._over = True
        return self._result

    def read_file(self, path: str, most: int) -> bytes | None:  # noqa: ARG002 - there are no files
        """Return None."""
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._over = True
