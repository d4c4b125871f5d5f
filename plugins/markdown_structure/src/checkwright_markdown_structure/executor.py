"""Prepare a check; what executes it is imported for the first one."""

from __future__ import annotations

from checkwright import Execute, Toolbox

from .spec import MarkdownStructure

__all__ = ["prepare"]


def prepare(spec: MarkdownStructure, toolbox: Toolbox) -> Execute:
    """Return the function that checks each constraint; forbidden patterns are prepared by the kind regex.

    Raises:
        NotExecutable: the check has no constraint, or it has patterns and the kind regex is not installed.
        CheckError: a pattern or a required section cannot be used.
    """
    # Imported here: only a run that uses the kind needs what replies are read with.
    from .measuring import measuring

    return measuring(spec, toolbox)
