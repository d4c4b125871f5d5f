"""The document of a tool_usage check."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from checkwright import CheckSpec
from checkwright.paths import dot_path_pattern

__all__ = ["DEFAULT_SOURCE", "Mode", "ToolUsage"]

#: The field of the question that is read where the check names no source.
DEFAULT_SOURCE = "expected_tools"

#: How the arguments of an expected call and of a recorded one are compared.
Mode: TypeAlias = Literal["none", "subset", "exact"]

_Path = Annotated[
    str, StringConstraints(pattern=dot_path_pattern(("expected", "metadata"), alone=(DEFAULT_SOURCE,)))
]


class ToolUsage(CheckSpec):
    """The agent made the tool calls that the question expects, in any order."""

    kind: Literal["tool_usage"]
    source: _Path | None = Field(
        default=None,
        description="Where the expected calls stand in the question: expected_tools (the default), or "
        "expected. or metadata. and keys joined by dots; a list of names or {name, arguments}.",
    )
    match_args: Literal["none", "subset", "exact"] | bool = Field(
        default="none",
        description="How to compare arguments: none (or false), not at all; subset, those that are "
        "expected have to be there with their values; exact (or true), the same and no others.",
    )

    @property
    def mode(self) -> Mode:
        """How arguments are compared, spelled in one way."""
        if isinstance(self.match_args, bool):
            return "exact" if self.match_args else "none"
        return self.match_args
