"""The document of a command check."""

from typing import Annotated, Literal

from pydantic import Field

from checkwright import CheckSpec, NonBlank
from checkwright_sandboxing.fields import SandboxField

__all__ = ["Command"]


class Command(CheckSpec):
    """A command, run in a sandbox on the reply, ends well."""

    kind: Literal["command"]
    command: NonBlank | Annotated[tuple[NonBlank, ...], Field(min_length=1)] = Field(
        description="The command: a text for `/bin/sh -c` inside the sandbox, or the program and its "
        "arguments as a list.",
    )
    sandbox: SandboxField | None = Field(
        default=None,
        description="The sandbox: its name, or an object with bounds for the command; default the run's.",
    )
    setup: Literal["none", "revert_fix", "apply_patch"] = Field(
        default="none",
        description="What is done to the workspace first: `apply_patch` applies the reply's diffs, "
        "`revert_fix` takes `metadata.fix_patch` back and then applies them.",
    )
    expect: Literal["exit_zero", "test_transitions"] = Field(
        default="exit_zero",
        description="`exit_zero`: the command ends with 0. `test_transitions`: by the report at "
        "`metadata.test_report` the tests of `metadata.fail_to_pass` fail before the reply and pass after "
        "it, and those of `metadata.pass_to_pass` pass both times.",
    )
