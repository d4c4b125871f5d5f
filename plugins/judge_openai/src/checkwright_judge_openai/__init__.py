"""Judges behind servers that speak the OpenAI chat completion API, and behind Azure OpenAI."""

from collections.abc import Sequence
from typing import Any

from checkwright import Provider, hookimpl


@hookimpl
def checkwright_providers() -> Sequence[Provider[Any]]:
    """Offer what this package fills."""
    return []
