"""The arguments of a recorded call as this kind compares them: an object, or why there is none to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from checkwright.records import Call

__all__ = ["Arguments", "arguments_of"]

#: The arguments, or the reason why they are unknown.
Arguments: TypeAlias = Mapping[str, Any] | str


def arguments_of(call: Call) -> Arguments:
    """Return the arguments of a call, or why they are unknown."""
    return call.arguments if call.arguments is not None else call.unknown or ""
