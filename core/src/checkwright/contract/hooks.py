"""The whole extension surface: what a plugin may implement."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from .kind import Kind

__all__ = ["hookimpl", "hookspec"]

hookspec = pluggy.HookspecMarker("checkwright")
hookimpl = pluggy.HookimplMarker("checkwright")


@hookspec
def checkwright_kinds() -> "Sequence[Kind[Any]]":  # type: ignore[empty-body]
    """Offer check kinds. Called once per plugin by every `load_kinds()`, never while scoring."""
