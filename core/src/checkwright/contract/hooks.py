"""The whole extension surface: what a plugin may implement."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from .kind import Kind
    from .provider import Provider

__all__ = ["hookimpl", "hookspec"]

hookspec = pluggy.HookspecMarker("checkwright")
hookimpl = pluggy.HookimplMarker("checkwright")


@hookspec
def checkwright_kinds() -> "Sequence[Kind[Any]]":  # type: ignore[empty-body]
    """Offer check kinds. Called once per plugin by every `load_kinds()`, never while scoring."""


@hookspec
def checkwright_providers() -> "Sequence[Provider[Any]]":  # type: ignore[empty-body]
    """Offer what fills roles. Called once per plugin by every `load_providers()`; nothing is opened by it."""
