"""Sandbox bwrap: commands apart from the host by bubblewrap, on Linux."""

from collections.abc import Sequence
from typing import Any

from checkwright import Provider, hookimpl

from .offer import PROVIDER

__all__ = ["PROVIDER", "checkwright_providers"]


@hookimpl
def checkwright_providers() -> Sequence[Provider[Any]]:
    """Offer the one sandbox of this package."""
    return [PROVIDER]
