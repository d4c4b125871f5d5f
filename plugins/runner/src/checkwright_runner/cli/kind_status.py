"""Ask a kind what it says of itself here: why it is not executed, and what decides beside it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Any

from checkwright import Kind, Kinds, NotExecutable, described, isolated, make_toolbox

from .screen.printing import clean

__all__ = ["engines_of", "missing_of"]


def missing_of(kind: Kind[Any], kinds: Kinds, tools: Mapping[str, str]) -> tuple[str | None, str | None]:
    """Return why a kind is not executed here, None where it is; and why it cannot tell, None when it can.

    tools: programs that the run names.
    """
    with ExitStack() as stack, isolated() as fault:
        why = kind.missing(make_toolbox(kinds=kinds, tools=tools, kind=kind.name, on_close=stack.callback))
        return None if why is None else clean(str(why), 300), None
    with isolated():
        if isinstance(fault.error, NotExecutable):
            return clean(fault.error.reason, 300), None
    return None, described(fault.error)


def engines_of(kind: Kind[Any]) -> tuple[dict[str, str], str | None]:
    """Return the engines of a kind with their versions, and why they cannot be told, None when they can."""
    with isolated() as fault:
        return {
            clean(str(name), 100): clean(str(number), 100) for name, number in sorted(kind.engines().items())
        }, None
    return {}, described(fault.error)
