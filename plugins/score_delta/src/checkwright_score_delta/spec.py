"""The document of a score_delta check."""

from typing import Literal

from pydantic import Field

from checkwright import CheckSpec, NonBlank
from checkwright_sandboxing.fields import SandboxField

__all__ = ["ScoreDelta"]


class ScoreDelta(CheckSpec):
    """A measure of the workspace rises by at least so much with the reply."""

    kind: Literal["score_delta"]
    tool: NonBlank = Field(
        description="A command line for `/bin/sh -c` inside the sandbox; the last line of its standard "
        "output is one JSON number, the measure."
    )
    min_delta: float = Field(description="What the measure has to rise by at the least; it may be negative.")
    sandbox: SandboxField | None = Field(
        default=None,
        description="The sandbox: its name, or an object with bounds for each command; default the run's.",
    )
    baseline: float | None = Field(
        default=None,
        description="The measure before the reply; without it the tool is run on the workspace as it is.",
    )
    guard_command: NonBlank | None = Field(
        default=None,
        description="A command line that must end with 0 after the reply, such as the tests; run in a "
        "session of its own.",
    )
