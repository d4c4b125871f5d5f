"""Allowance: what a run allows its sandboxes, and how an embedder says so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from checkwright import Provider

from .job_slots import JobSlots
from .sandbox import Capabilities, Sandbox, Session, SessionSpec

__all__ = ["Allowance", "AllowedSandbox", "allowing"]


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a run allows the sandboxes that it is given.

    shown: folders of the host that every command may read, at their own place; absolute.
    best_effort: whether a command may run although something that its check needs is not enforced here; the
        network is refused all the same.
    slots: how many commands run at a time; None for as many as ask.
    """

    shown: tuple[str, ...] = ()
    best_effort: bool = False
    slots: JobSlots | None = None


class AllowedSandbox:
    """A sandbox with what the run allows it."""

    def __init__(self, sandbox: Sandbox, allowance: Allowance) -> None:
        self._sandbox = sandbox
        self.allowance = allowance

    @property
    def name(self) -> str:
        """The name of the provider."""
        return self._sandbox.name

    def probe(self) -> Capabilities:
        """Say what it can do here."""
        return self._sandbox.probe()

    def open(self, spec: SessionSpec) -> Session:
        """Make a session that sees what the run shows as well."""
        return self._sandbox.open(replace(spec, shown=(*spec.shown, *self.allowance.shown)))


def _opened(provider: Provider[Sandbox], allowance: Allowance) -> Sandbox:
    return AllowedSandbox(provider.open(), allowance)


def allowing(provider: Provider[Sandbox], allowance: Allowance) -> Provider[Sandbox]:
    """Return the same provider with what a run allows it; it travels where the one given does."""
    return replace(provider, open=partial(_opened, provider, allowance))
