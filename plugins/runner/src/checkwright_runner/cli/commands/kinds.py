"""`checkwright kinds`: the installed kinds, and whether they can be executed here."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from checkwright import Kind, Kinds

from ..arguments.inputs import kinds_of
from ..arguments.resources import add_tools, tools_of
from ..kind_status import engines_of, missing_of
from ..screen.printing import clean, json_text, say
from ..screen.table import table

__all__ = ["arguments", "inventory", "run"]

_NONE: Mapping[str, str] = MappingProxyType({})


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `kinds` takes."""
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    add_tools(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print one line per kind."""
    kinds = kinds_of(arguments)
    found = inventory(kinds, tools_of(arguments, kinds))
    if arguments.json:
        say(json_text(found, indent=2))
    elif found:
        for line in table([_cells(one) for one in found]):
            say(line)
    else:
        say("no kinds are installed; `pip install checkwright` brings the first-party ones")
    return 0


def inventory(kinds: Kinds, tools: Mapping[str, str] = _NONE) -> list[dict[str, Any]]:
    """Describe each kind as JSON-able data, sorted by name.

    why_not: why the kind is not executed here; null where it is.
    engines: what decides beside the code, with its version; none of a kind that is not executed here, of
    which another program than the one that the run names would be told.

    tools: programs that the run names.
    """
    found = []
    for name, kind in kinds.items():
        origin = kinds.origin(name)
        engines, fault = engines_of(kind)
        why_not = _why_not(kind, kinds, tools)
        if why_not is not None:
            engines = {}
        found.append(
            {
                "kind": name,
                "distribution": origin.distribution,
                "version": origin.version or None,
                "entry_point": origin.entry_point or None,
                "executes": why_not is None,
                "why_not": why_not,
                "engines": engines if fault is None else {"unknown": fault},
                "effects": sorted(map(str, kind.effects)),
            }
        )
    return found


def _why_not(kind: Kind[Any], kinds: Kinds, tools: Mapping[str, str]) -> str | None:
    if kind.prepare is None:
        return kind.vocabulary
    why, fault = missing_of(kind, kinds, tools)
    return why if fault is None else f"it cannot tell whether it can be: {fault}"


def _cells(one: dict[str, Any]) -> list[str]:
    engines = ", ".join(f"{name} {number}" for name, number in one["engines"].items())
    state = "executes" if one["executes"] else f"not executable: {one['why_not']}"
    where = f"{one['distribution']} {one['version'] or '(--plugin)'}"
    return [one["kind"], clean(where, 100), clean(f"{state} ({engines})" if engines else state, 200)]
