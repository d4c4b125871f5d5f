"""`checkwright kinds`: the installed kinds, and whether they can be executed here."""

from __future__ import annotations

import argparse
from typing import Any

from ..kinds import Kinds
from .engines import engines_of
from .inputs import kinds_of
from .printing import clean, json_text, say
from .table import table

__all__ = ["arguments", "inventory", "run"]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `kinds` takes."""
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(arguments: argparse.Namespace) -> int:
    """Print one line per kind."""
    found = inventory(kinds_of(arguments))
    if arguments.json:
        say(json_text(found, indent=2))
    elif found:
        for line in table([_cells(one) for one in found]):
            say(line)
    else:
        say("no kinds are installed; `pip install checkwright[all]` brings the first-party ones")
    return 0


def inventory(kinds: Kinds) -> list[dict[str, Any]]:
    """Describe each kind as JSON-able data, sorted by name.

    why_not: why the kind is not executed here; null where it is.
    engines: what decides beside the code, with its version.
    """
    found = []
    for name, kind in kinds.items():
        origin = kinds.origin(name)
        engines, fault = engines_of(kind)
        why_not = kind.vocabulary if kind.prepare is None else None
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


def _cells(one: dict[str, Any]) -> list[str]:
    engines = ", ".join(f"{name} {number}" for name, number in one["engines"].items())
    state = "executes" if one["executes"] else f"not executable: {one['why_not']}"
    where = f"{one['distribution']} {one['version'] or '(--plugin)'}"
    return [one["kind"], clean(where, 100), clean(f"{state} ({engines})" if engines else state, 200)]
