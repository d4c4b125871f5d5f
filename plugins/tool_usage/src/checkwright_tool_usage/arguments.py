"""The arguments of a recorded call as this kind compares them: an object, or the reason why they are none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from checkwright.records import Call

__all__ = ["Arguments", "arguments_of"]

#: The arguments, or the reason why they are no object of strict JSON.
Arguments: TypeAlias = Mapping[str, Any] | str


def arguments_of(call: Call) -> Arguments:
    """Return the arguments of a call; {} too where they may stand under keys that are not read."""
    if call.arguments is not None:
        return call.arguments
    return {} if call.unread_keys or call.unknown is None else call.unknown
