"""Prepare a check, say what it asks for, and warn of what is hardly meant."""

from __future__ import annotations

from collections.abc import Iterator

from checkwright import Execute, Toolbox

from .spec import Command

__all__ = ["describe", "prepare", "warn"]


def describe(spec: Command) -> str:
    """Return the criterion for a judge in one sentence; the command is nothing for it."""
    del spec
    return "The required verification command succeeds."


def prepare(spec: Command, toolbox: Toolbox) -> Execute:
    """Find the sandbox, and return what runs the command for a case.

    Raises:
        NotExecutable: the run has no such sandbox, or it cannot do here what the check needs.
    """
    # Imported here: only a run that uses the kind needs what commands are run with.
    from .running import running

    return running(spec, toolbox)


def warn(spec: Command) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of a patch that can end its own tests well."""
    if spec.setup != "none" and spec.expect == "exit_zero":
        yield (
            ("setup",),
            "code of the reply can end the command with 0 (`os._exit(0)`); expect test_transitions also "
            "wants the report of the tests",
        )
