"""Kind tool_usage: the agent made the tool calls that its question expects."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import prepare
from .spec import ToolUsage

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=ToolUsage, prepare=prepare)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[ToolUsage]]:
    """Offer the one kind of this package."""
    return [KIND]
