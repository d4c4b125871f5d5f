"""Open what a profile leads to, or say in words why it cannot be used; no key stands in them."""

from __future__ import annotations

from pathlib import Path

from checkwright import NotExecutable, Provider, described, isolated
from checkwright.wording import named_object, one_line

from ..asking.guarded_judge import GuardedJudge
from ..judge import JudgeService
from ..profiles.keys import find_key
from ..profiles.profile import Profile

__all__ = ["OpenService", "connected", "opened_service"]


class OpenService:
    """A service that is open, with the version that it told then."""

    __slots__ = ("service", "version")

    def __init__(self, service: JudgeService) -> None:
        self.service = service
        self.version = service.version()


def opened_service(name: str, provider: Provider[JudgeService]) -> OpenService:
    """Open what speaks to a kind of server. name: of the profile that asks for it, for the message.

    Raises:
        NotExecutable: it cannot be opened, or cannot tell its version.
    """
    with isolated() as fault:
        return OpenService(provider.open())
    why = f"{provider.name} cannot be opened: {described(fault.error)}"
    raise NotExecutable(one_line(f"profile {name}: {why}"))


def connected(name: str, profile: Profile, service: JudgeService, folder: str | None) -> GuardedJudge:
    """Find the key of a profile and open a judge by it; nothing is sent.

    name: of the profile. folder: what its paths are relative to; None for the current one.

    Raises:
        NotExecutable: there is no key, or the profile is nothing for the service.
    """
    ref = profile.api_key
    key = None if ref == "none" else find_key(name, ref, folder=folder)
    with isolated() as fault:
        judge = service.open(_placed(profile, folder), key)
        if not callable(getattr(judge, "ask", None)):
            raise TypeError(f"{profile.provider} opened {named_object(judge)}, which cannot be asked")
        return GuardedJudge(judge, profile.provider, profile.timeout, key)
    # Redacted before it is cut: half a key is one too.
    said = _said(fault.error)
    raise NotExecutable(one_line(f"profile {name}: {said if key is None else key.redacted(said)}"))


def _placed(profile: Profile, folder: str | None) -> Profile:
    """Return a profile whose paths mean the same from everywhere."""
    if profile.ca_file is None or folder is None:
        return profile
    return profile.model_copy(update={"ca_file": str(Path(folder, profile.ca_file))})


def _said(error: BaseException | None) -> str:
    """Return what a service says, behind the name of the exception where services may raise none such."""
    with isolated():
        return str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return type(error).__name__
