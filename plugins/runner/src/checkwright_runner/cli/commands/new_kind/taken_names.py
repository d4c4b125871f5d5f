"""Refuse names that are taken: a second package of one name would replace or disable the first."""

from __future__ import annotations

from importlib import metadata
from importlib.util import find_spec

from checkwright import Kinds, isolated

from ...refused import Refused
from ...screen.printing import clean
from .names import Names

__all__ = ["refuse_taken"]


def refuse_taken(names: Names, kinds: Kinds) -> None:
    """Refuse a kind that is installed, and names of its package that something else here has.

    Raises:
        Refused: with who has the name.
    """
    owner = _owner(names, kinds)
    if owner is not None:
        raise Refused([clean(f"error: {names.kind}: {owner}: choose another name")])


def _owner(names: Names, kinds: Kinds) -> str | None:
    if names.kind in kinds:
        return f"this kind is there already, from {kinds.origin(names.kind)}"
    broken = kinds.why_unavailable(names.kind)
    if broken is not None:
        return f"this kind is there already, and unavailable: {broken}"
    with isolated():
        version = metadata.version(names.distribution)
        return f"its package would be {names.distribution}, and {version} of that is installed"
    with isolated():
        found = find_spec(names.module)
        # A folder without code, such as one that waits for the package, has no origin.
        if found is not None and found.origin is not None:
            return f"its module would be {names.module}, and {found.origin} is that already"
    return None
