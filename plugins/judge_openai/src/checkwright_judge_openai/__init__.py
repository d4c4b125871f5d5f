"""Judges behind servers that speak the OpenAI chat completion API, and behind Azure OpenAI."""

from collections.abc import Sequence
from typing import Any

from checkwright import Provider, hookimpl

from .offer import AZURE_OPENAI, OPENAI

__all__ = ["AZURE_OPENAI", "OPENAI", "checkwright_providers"]


@hookimpl
def checkwright_providers() -> Sequence[Provider[Any]]:
    """Offer the two kinds of server that this package speaks to."""
    return [OPENAI, AZURE_OPENAI]
