"""The services `openai` and `azure_openai`: make judges by profiles."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checkwright_judging.judge import Judge
    from checkwright_judging.profiles.profile import Profile
    from checkwright_judging.secret import Secret

__all__ = ["OpenAIService"]


@dataclass(frozen=True, slots=True)
class OpenAIService:
    """Speaks to servers with the OpenAI chat completion API. azure: to those of Azure OpenAI."""

    azure: bool = False

    def version(self) -> str:
        """Return the name and version of the SDK."""
        return f"openai {version('openai')}"

    def open(self, profile: Profile, key: Secret | None) -> Judge:
        """Return a judge; nothing is sent yet.

        Raises:
            ValueError: the profile is nothing for this kind of server; the message names the field.
        """
        from .late_connection import LateConnection
        from .route import route_of

        return LateConnection(route_of(profile, key, azure=self.azure))
