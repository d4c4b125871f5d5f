"""The command line: `main` parses, calls the command, and turns what ends it early into an exit code."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from .parser import command_of, top_parser
from .screen.printing import note, put
from .screen.streams import divert_stdout_for_good, fill_closed_streams, stdout_for_data

__all__ = ["main", "program"]

#: What a shell reports for a program that wrote into a closed pipe: 128 + SIGPIPE.
_BROKEN_PIPE = 141
_INTERRUPTED = 130
#: 128 + SIGTERM.
_TERMINATED = 143
_UNUSABLE = 2


class _Terminated(KeyboardInterrupt):
    """SIGTERM, taken as Ctrl-C is: nothing holds it back, and all is closed on the way out."""


def _terminate(number: int, _: object) -> None:  # pragma: no cover - called in processes of its own
    # Once: what is closed on the way out is not to be interrupted.
    signal.signal(number, signal.SIG_IGN)
    raise _Terminated


def main(argv: Sequence[str] | None = None, *, own_process: bool = False) -> int:
    """Run one command and return its exit code.

    0 passed or done; 1 failed or invalid; 2 wrong usage or an unusable file; 3 no verdict; 130 interrupted;
    141 the reader of the output went away; 143 terminated, as a program of its own.

    While the command runs, `sys.stdout` is the standard error: what plugins print is no data.

    argv: the arguments without the program's name; default those of the process.
    own_process: whether this process does nothing else, so that what it leaves behind may be ended.

    Raises:
        SystemExit: by argparse, for `--help`, `--version` and wrong usage (code 2).
    """
    # Pydantic looks for plugins of its own among all distributions, and one that is broken would end us.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        try:
            return _command(argv, own_process)
        finally:
            if sys.stdout is not None:
                with suppress(ValueError):  # a plugin detached it; our data have been written
                    sys.stdout.flush()
    except BrokenPipeError:
        _forget_stdout()
        return _BROKEN_PIPE
    except _Terminated:
        note("terminated")
        return _TERMINATED
    except KeyboardInterrupt:
        note("interrupted")
        return _INTERRUPTED
    except OSError as error:
        name = f"{error.filename!r}: " if error.filename is not None else ""
        note(f"error: {name}{error.strerror or error}")
        _forget_stdout()
        return _UNUSABLE


def program() -> int:  # pragma: no cover - the tests run it in processes of its own
    """Be the program `checkwright`: as `main`, and what plugins print at its very end is no data either."""
    fill_closed_streams()
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)
    code = main(own_process=True)
    divert_stdout_for_good()
    return code


def _command(argv: Sequence[str] | None, own_process: bool) -> int:
    parser = top_parser()
    arguments = parser.parse_args(argv)
    arguments.own_process = own_process
    if arguments.command is None:
        put(sys.stderr, parser.format_help())
        return _UNUSABLE
    from .refused import Refused

    with stdout_for_data(), _folder_on_path(bool(arguments.plugins or arguments.early_plugins)):
        try:
            return command_of(arguments.command).run(arguments)
        except Refused as refused:
            for line in refused.lines:
                note(line)
            return refused.code


@contextmanager
def _folder_on_path(wanted: bool) -> Iterator[None]:
    """Make modules of the current folder importable while a command runs, behind all that is installed.

    So a file there that bears the name of a module which we import, or a worker does, is never taken for it.
    """
    if not wanted:
        yield
        return
    sys.path.append("")
    try:
        yield
    finally:
        with suppress(ValueError):  # a plugin may have put the path in order
            sys.path.remove("")


def _forget_stdout() -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not fail on it at its end."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)
