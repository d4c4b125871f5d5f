"""What a run provides by its arguments: `--rubrics`, `--schemas` and `--tool`."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from checkwright import Kinds, Resources, SchemaStore
from checkwright.wording import did_you_mean

from ..parser import file_name
from ..refused import Refused
from ..screen.printing import clean, note
from .files import unreadable
from .inputs import problem_line, store_of
from .run_options import RunSupplies

__all__ = ["add_schemas", "add_tools", "note_unclosed", "resources_of", "tools_of"]

#: What options of plugins come to where there are none.
NOTHING = RunSupplies()

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def add_schemas(parser: argparse.ArgumentParser) -> None:
    """Add `--schemas`."""
    parser.add_argument(
        "--schemas",
        metavar="DIR",
        type=file_name,
        help="the folder where JSON Schemas are looked up: files named <id>@<version>.json, .yaml or .yml",
    )


def add_tools(parser: argparse.ArgumentParser) -> None:
    """Add `--tool`."""
    parser.add_argument(
        "--tool",
        metavar="NAME=PATH",
        type=_tool,
        action="append",
        default=[],
        dest="tools",
        help="use this program wherever a check needs one of that name, as php=/opt/php/bin/php; may be "
        "repeated",
    )


def _tool(text: str) -> tuple[str, str]:
    """Read `NAME=PATH`, for `add_argument(type=...)`."""
    name, equals, path = text.partition("=")
    if not equals or _NAME.fullmatch(name) is None:
        raise argparse.ArgumentTypeError(f"{text!a:.100} is not of the form NAME=PATH")
    found = Path(file_name(path))
    try:
        is_file = found.is_file()
        exists = is_file or found.exists()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{name}: {path!a:.100}: {error.strerror}") from None
    if not exists:
        raise argparse.ArgumentTypeError(f"{name}: there is no file {path!a:.100}")
    if not is_file or not os.access(found, os.X_OK):
        raise argparse.ArgumentTypeError(f"{name}: {path!a:.100} is not a program that can be executed")
    # A kind may start it in another folder; a link stays, since a program may go by the name it has.
    return name, str(found.absolute())


def tools_of(arguments: argparse.Namespace, kinds: Kinds, *, any_name: bool = False) -> dict[str, str]:
    """Return the programs that the arguments name, and note a name that no kind knows.

    any_name: whether programs of any name may be started, as by commands in a sandbox.

    Raises:
        Refused: one name has two of them.
    """
    tools: dict[str, str] = {}
    known = sorted(_programs(kinds))
    for name, path in arguments.tools:
        if tools.setdefault(name, path) != path:
            raise Refused([clean(f"error: --tool {name}: given twice, as {tools[name]} and {path}")])
    for name in () if any_name else tools:
        if name not in known:
            hint = did_you_mean(name, known) or f"they start: {', '.join(known) or 'none'}"
            note(clean(f"warning: --tool {name}: no kind here says that it starts such a program ({hint})"))
    return tools


def _programs(kinds: Kinds) -> Iterator[str]:
    """Return the programs that kinds declare to start."""
    for kind in kinds.values():
        for effect in map(str, kind.effects):
            what, _, program = effect.partition(":")
            if what == "subprocess" and program:
                yield program


def resources_of(
    arguments: argparse.Namespace,
    kinds: Kinds,
    *,
    supplies: RunSupplies = NOTHING,
    folder: str | None = None,
) -> Resources:
    """Return what the arguments provide, and note everything that is wrong with files of the folders.

    supplies: what the options of plugins come to. folder: what paths in questions are relative to.

    Raises:
        Refused: a folder cannot be read, a tool is named twice, or a provider is.
    """
    tools = tools_of(arguments, kinds, any_name=bool(supplies.providers))
    rubrics = getattr(arguments, "rubrics", None)
    twice = _named_twice(supplies)
    if twice is not None:
        raise Refused([clean(f"error: the {twice} is given twice")])
    return Resources(
        rubrics=None if rubrics is None else store_of(rubrics, kinds),
        schemas=None if arguments.schemas is None else _schemas_of(arguments.schemas),
        tools=tools,
        providers=supplies.providers,
        lookups=supplies.lookups,
        folder=folder,
    )


def _named_twice(supplies: RunSupplies) -> str | None:
    seen: set[str] = set()
    for provider in supplies.providers:
        name = f"{provider.role.word} {provider.name}"
        if name in seen:
            return name
        seen.add(name)
    return None


def _schemas_of(path: str) -> SchemaStore:
    try:
        store = SchemaStore.from_directory(path)
    except OSError as error:
        raise unreadable(path, error) from None
    for problem in store.problems:
        note(problem_line(problem))
    return store


def note_unclosed(lines: Iterable[str]) -> None:
    """Note what checks opened and could not be closed."""
    for line in lines:
        note(clean(f"warning: {line}"))
