"""What sandboxes are: the role, what a session is given and gives, and what checks that use one share."""

from collections.abc import Sequence
from typing import Any

from checkwright import Provider, hookimpl


@hookimpl
def checkwright_providers() -> Sequence[Provider[Any]]:
    """Offer the options that runs have for sandboxes."""
    from .run_options import PROVIDER

    return [PROVIDER]
