"""Keep the standard output for our data: what plugins print goes to the standard error."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TextIO

from ...run.workers.plugin_output import for_plugins

__all__ = ["data_stream", "divert_stdout_for_good", "fill_closed_streams", "stdout_for_data"]

#: The number that the standard output has in every process, and that of the standard error.
_OUT, _ERR = 1, 2

_DATA: ContextVar[TextIO | None] = ContextVar("checkwright data")


def data_stream() -> TextIO | None:
    """Return where data goes: the standard output, as it was before `stdout_for_data`."""
    try:
        return _DATA.get()
    except LookupError:
        return sys.stdout


@contextmanager
def stdout_for_data() -> Iterator[None]:
    """Keep the standard output for `data_stream` alone, while code of plugins can run.

    Until the end, `sys.stdout` is the standard error. Where the standard output is that of the process and
    nothing that a caller put in its place, so is file descriptor 1, for native code and other programs.

    Raises:
        OSError: what is left of the data cannot be written.
    """
    outermost = _DATA.get(None) is None
    with _LOCK:
        joined = outermost and _INSIDE and sys.stdout is _INSIDE[-1].instead
        call = _INSIDE[-1] if joined else _Call(sys.stdout)
        call.callers += 1
        if not joined:
            if outermost:
                _INSIDE.append(call)
            sys.stdout = call.instead
    token = _DATA.set(call.data)
    try:
        yield
    finally:
        _DATA.reset(token)
        with _LOCK:
            call.callers -= 1
            last = not call.callers
            if last:
                sys.stdout = call.given
                if call in _INSIDE:
                    _INSIDE.remove(call)
            try:
                if call.data is not None:
                    call.data.flush()
            finally:
                if last and call.own is not None:
                    _back(call.own)


class _Call:
    """What the calls that run at once share: the first moves the standard output, the last moves it back."""

    def __init__(self, given: TextIO | None) -> None:
        self.given = given
        self.own = _moved(given)
        self.data = given if self.own is None else self.own
        self.instead = for_plugins()
        self.callers = 0


#: The standard output is the process's, and so is who has moved it.
_INSIDE: list[_Call] = []
_LOCK = threading.RLock()


def _moved(given: TextIO | None) -> TextIO | None:
    """Return a stream to where descriptor 1 leads, and let that lead to the standard error.

    None, with nothing changed, when `given` is anything else than Python's stream of that descriptor.
    """
    # A caller's own kind of stream may do more than write.
    if type(given) is not io.TextIOWrapper or not _is_of(given, _OUT):
        return None
    return _own(given)


def _own(given: io.TextIOWrapper) -> TextIO:  # pragma: no cover - moves what a whole process has
    given.flush()
    own = open(  # noqa: SIM115, PTH123 - a descriptor, closed by `_back`
        os.dup(_OUT), "w", encoding=given.encoding, errors=given.errors
    )
    own.reconfigure(line_buffering=given.line_buffering or given.write_through)
    _divert()
    return own


def _is_of(stream: TextIO, number: int) -> bool:
    try:
        return stream.fileno() == number
    except (OSError, ValueError):
        return False


def _divert() -> None:  # pragma: no cover - moves what a whole process has
    """Let descriptor 1 lead to where descriptor 2 does, or nowhere."""
    try:
        os.dup2(_ERR, _OUT)
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, _OUT)
        os.close(nowhere)


def _back(own: TextIO) -> None:  # pragma: no cover - moves what a whole process has
    """Undo `_moved`; what could not be written is given up."""
    with suppress(OSError, ValueError, AttributeError):
        sys.__stdout__.flush()  # type: ignore[union-attr] # nor is what came this way data
    os.dup2(own.fileno(), _OUT)
    with suppress(OSError):
        own.close()


def fill_closed_streams() -> None:  # pragma: no cover - moves what a whole process has
    """Open nothing in the place of each standard stream that is closed, for this process.

    Otherwise the next file that is opened takes its number, and what plugins print would stand in it.
    """
    for number in (0, _OUT, _ERR):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free, and those below are taken.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def divert_stdout_for_good() -> None:  # pragma: no cover - moves what a whole process has
    """Let all that is printed from now on go to the standard error, to the end of the process."""
    _divert()
    sys.stdout = for_plugins()
