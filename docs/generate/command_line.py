"""The page of the command line: every command with its arguments, the same on every Python."""

import argparse
from collections.abc import Iterator

from tables import cell, table

from checkwright_runner.cli.parser import COMMANDS, top_parser

__all__ = ["page"]


def page() -> str:
    """Give the page from the argument parsers."""
    parser = top_parser()
    commands = next(
        action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
    ).choices
    rows = ([f"[`{name}`](#{name})", cell(about)] for name, about in COMMANDS.items())
    parts = [
        "# The command line\n",
        "`checkwright COMMAND ...`; `--help` after a command says what stands here. Data goes to the "
        "standard output, everything else to the standard error. `-` as a file name reads the standard "
        "input. `--version` prints the version.\n",
        table(["command", "does"], rows),
        f"{parser.epilog}\n".replace("exit codes:", "Exit codes:"),
    ]
    for name, about in COMMANDS.items():
        command = commands[name]
        command.complete()
        parts += [f"## {name}\n", f"{about[0].upper()}{about[1:]}.\n", f"```text\n{_usage(command)}\n```\n"]
        rows = ([f"`{_spelled(action)}`", cell(action.help or "")] for action in _arguments(command))
        parts.append(table(["argument", "meaning"], rows))
    return "\n".join(parts)


def _arguments(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in command._actions:
        if not isinstance(action, argparse._HelpAction):
            yield action


def _spelled(action: argparse.Action) -> str:
    """Spell an argument as it is given."""
    value = action.metavar if isinstance(action.metavar, str) else (action.dest or "").upper()
    many = " ..." if action.nargs == "+" else ""
    if not action.option_strings:
        return value + many
    names = ", ".join(action.option_strings)
    return names if action.nargs == 0 else f"{names} {value}{many}"


def _usage(command: argparse.ArgumentParser) -> str:
    """Spell the usage: what is required first, alternatives in one pair of brackets."""
    groups = {
        id(action): group for group in command._mutually_exclusive_groups for action in group._group_actions
    }
    parts, seen = [command.prog], set()
    for action in _arguments(command):
        group = groups.get(id(action))
        if group is None:
            required = action.required or (not action.option_strings and action.nargs != "?")
            short = _short(action)
            parts.append(short if required else f"[{short}]")
        elif id(group) not in seen:
            seen.add(id(group))
            choices = " | ".join(_short(one) for one in group._group_actions)
            parts.append(f"({choices})" if group.required else f"[{choices}]")
    return " ".join(parts)


def _short(action: argparse.Action) -> str:
    """Spell an argument with the first of its names."""
    names = ", ".join(action.option_strings)
    return _spelled(action).replace(names, action.option_strings[0], 1) if names else _spelled(action)
