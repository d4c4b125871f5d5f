"""A law of a role: one promise that every provider keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["ProviderLaw", "UnderTest"]

#: What is tested: made by the role for a provider. Its `why_not_runnable` says why nothing runs here, and
#: `enforces` names what it says that it enforces.
UnderTest = Any


@dataclass(frozen=True, slots=True)
class ProviderLaw:
    """One law: `holds` raises AssertionError with a sentence when it is broken, Unproven when nothing tells.

    needs: what the provider must say that it enforces here, since the law tests it.
    """

    holds: Callable[[UnderTest], None]
    needs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in test ids and messages: the law as a sentence."""
        return self.holds.__name__

    @property
    def says(self) -> str:
        """The law in words."""
        return (self.holds.__doc__ or "").strip().partition("\n")[0]
