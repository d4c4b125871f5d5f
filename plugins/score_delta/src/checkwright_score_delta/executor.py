"""Prepare a check, and say what it asks for."""

from __future__ import annotations

from checkwright import Execute, Toolbox

from .spec import ScoreDelta

__all__ = ["describe", "prepare"]


def describe(spec: ScoreDelta) -> str:
    """Return the criterion for a judge in one sentence; the command is nothing for it."""
    del spec
    return "The required tool score improves."


def prepare(spec: ScoreDelta, toolbox: Toolbox) -> Execute:
    """Find the sandbox, and return what measures a case.

    Raises:
        NotExecutable: the run has no such sandbox, or it cannot do here what the check needs.
    """
    # Imported here: only a run that uses the kind needs what commands are run with.
    from .measuring import Measuring

    return Measuring(spec, toolbox).execute
