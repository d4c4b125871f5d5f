"""Contain what foreign code raises, and say it in one line."""

from __future__ import annotations

from types import TracebackType

from ..wording import one_line

__all__ = ["Fault", "described", "isolated"]


class Fault:
    """What went wrong inside `isolated()`: `error` is None while nothing did."""

    def __init__(self) -> None:
        self.error: BaseException | None = None


class isolated:  # noqa: N801 - reads as a statement: `with isolated() as fault`
    """Run foreign code so that nothing it raises gets out, `SystemExit` included; only Ctrl-C does."""

    def __init__(self) -> None:
        self._fault = Fault()

    def __enter__(self) -> Fault:
        return self._fault

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        if error is None or isinstance(error, KeyboardInterrupt):
            return False
        self._fault.error = error
        return True


def described(error: BaseException | None) -> str:
    """Say an exception as `Type: message` on one line; survives an exception that cannot be printed."""
    with isolated():
        return one_line(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)
    return f"{type(error).__name__} (its message cannot be shown)"
