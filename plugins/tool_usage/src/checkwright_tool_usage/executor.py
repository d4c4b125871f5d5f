"""Prepare a check; what executes it is imported for the first one."""

from __future__ import annotations

from checkwright import Execute, Toolbox

from .spec import ToolUsage

__all__ = ["prepare"]


def prepare(spec: ToolUsage, toolbox: Toolbox) -> Execute:
    """Return the function that matches the calls of each case."""
    # Imported here: only a run that uses the kind needs what calls are compared with.
    from .comparing import comparing

    return comparing(spec, toolbox)
