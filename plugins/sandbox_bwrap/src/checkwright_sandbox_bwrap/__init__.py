"""Sandbox bwrap: commands apart from the host by bubblewrap, on Linux."""

from collections.abc import Sequence
from typing import Any

from checkwright import Provider, hookimpl
from checkwright_sandboxing.role import SANDBOX

from .provider import missing, open_bwrap

__all__ = ["PROVIDER", "checkwright_providers"]

PROVIDER: Provider[Any] = Provider(SANDBOX, "bwrap", open_bwrap, missing)


@hookimpl
def checkwright_providers() -> Sequence[Provider[Any]]:
    """Offer the one sandbox of this package."""
    return [PROVIDER]
