"""The argument parsers: one line a command here, its arguments from its module when it is asked for."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn, Protocol

__all__ = ["COMMANDS", "Command", "command_of", "file_name", "top_parser"]

#: Command to what `--help` says of it.
COMMANDS = {
    "kinds": "list the installed kinds of check, and whether they can be executed here",
    "doctor": "say what is wrong with the installed plugins, and what to do",
    "schema": "print the JSON Schema of rubrics with the installed kinds, for editors",
    "validate": "find every mistake in rubrics and datasets",
    "score": "grade one response by a rubric",
    "run": "grade a file of responses, each by the rubric of its question or all by one",
    "criteria": "print what judges read: a question's criteria, and those of its rubric",
    "prove": "hold a kind to the laws of the contract, and show what breaks them",
    "new-kind": "write a package for a kind of your own, ready to install, to test and to change",
}

#: Those whose module is a folder, with the command in its module of that name.
_FOLDERS = ("new-kind", "run")

_EXIT_CODES = """\
exit codes: 0 passed or done; 1 failed or invalid; 2 wrong usage or an unusable file;
3 no verdict (score: not scored or error; run: an error row, or no row scored; prove: not proven here);
130 interrupted; 143 terminated"""


class Command(Protocol):
    """What the module of a command has.

    It may also have `extend(parser)`, which adds what plugins add to its arguments. To find that takes its
    time, so it is called only when it is asked for.
    """

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do it, and return the exit code."""


def command_of(name: str) -> Command:
    """Import the module of one of COMMANDS."""
    module = f".commands.{name.replace('-', '_')}{'.command' if name in _FOLDERS else ''}"
    command: Command = import_module(module, __package__)
    return command


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one clean line, and which gets a command's arguments when it is used."""

    def __init__(self, command: str | None = None, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self._command = command
        self._extend: Callable[[argparse.ArgumentParser], object] | None = None

    def complete(self) -> None:
        """Add the arguments of the command, once."""
        name, self._command = self._command, None
        if name is not None:
            command_of(name).arguments(self)
            _add_plugin(self, "plugins")
            self._extend = getattr(command_of(name), "extend", None)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        self.complete()
        if any(self._is_foreign(one) for one in args or ()):
            extend, self._extend = self._extend, None
            if extend is not None:
                extend(self)
        return super().parse_known_args(args, namespace)

    def _is_foreign(self, argument: str) -> bool:
        """Tell whether an argument asks for options that plugins may add, or for all there are."""
        name = argument.partition("=")[0]
        return name in ("-h", "--help") or (
            name.startswith("--") and name != "--" and name not in self._option_string_actions
        )

    def error(self, message: str) -> NoReturn:
        from .screen.printing import clean, note

        note(clean(f"error: {message}", 500))
        note(self.format_usage().rstrip())
        raise SystemExit(2)


class _Version(argparse.Action):
    """Print the version; looked up only when it is asked for, which costs more than all of `--help`."""

    def __call__(self, *_: Any) -> NoReturn:
        from importlib.metadata import version

        print(f"checkwright {version('checkwright-runner')}")
        raise SystemExit(0)


def _add_plugin(parser: argparse.ArgumentParser, destination: str) -> None:
    parser.add_argument(
        "--plugin",
        metavar="MODULE",
        action="append",
        default=[],
        dest=destination,
        help="take kinds from a module as well, of the current folder or installed; may be repeated",
    )


def file_name(text: str) -> str:
    """Accept what can be the name of a file, for `add_argument(type=...)`; `-` is the standard input."""
    try:
        usable = bool(text) and b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        usable = False
    if not usable:
        raise argparse.ArgumentTypeError(f"{text!a:.100} cannot be the name of a file")
    return text


def top_parser() -> argparse.ArgumentParser:
    """Make the parser of the whole command line; no command is imported before it is used."""
    parser = _Parser(
        prog="checkwright",
        description="Grade text against rubrics: versioned bundles of checks, each kind of check a plugin.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    _add_plugin(parser, "early_plugins")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    for name, about in COMMANDS.items():
        commands.add_parser(name, command=name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    return parser
