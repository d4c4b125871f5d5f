"""Judges: what the checks of a run ask, whoever it is that answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .judge import JudgeFault, Message, Usage
from .replies.reading import Reading, ScoreRule

__all__ = ["Answer", "Asker", "CapReached", "JudgeFailed", "Judges", "Spent"]


@dataclass(frozen=True, slots=True)
class Spent:
    """What one answer, or one failure, took.

    asks: how often the judge was asked: 1, or 2 when the first reply could not be read; 0 for none.
    attempts: requests that were sent for them. usage: over all of them; None when no server told.
    cost: in the currency of the profile's prices; None when it has none. cached: no request was sent.
    dropped_parameters: those that the server refused by name.
    latency_ms: of the call that answered, waits not counted; None without one.
    """

    asks: int = 0
    attempts: int = 0
    usage: Usage | None = None
    cost: float | None = None
    cached: bool = False
    dropped_parameters: tuple[str, ...] = ()
    latency_ms: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply that could be read. response_model: the model that answered, as the server says."""

    reading: Reading
    response_model: str | None = None
    spent: Spent = field(default_factory=Spent)


class JudgeFailed(Exception):  # noqa: N818 - says what there is
    """A judge was asked and gave nothing that counts; `fault` says why, `spent` what it took."""

    def __init__(self, fault: JudgeFault, spent: Spent) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.spent = spent


class CapReached(Exception):  # noqa: N818 - says what there is
    """The run may send no more, or has no sense to go on; the message says why, in one clean line."""


class Asker(Protocol):
    """One model behind one profile, as a check asks it; may be used from several threads."""

    @property
    def profile(self) -> str:
        """The name of the profile."""

    @property
    def model(self) -> str:
        """The model that is asked."""

    @property
    def engine(self) -> str:
        """What decides beside the messages, for the signature: provider with version, model, output mode."""

    def ask(self, messages: Sequence[Message], rule: ScoreRule, *, case: str | None = None) -> Answer:
        """Ask until there is a reply that can be read, or none is to be had.

        case: the id of what is judged, for messages.

        Raises:
            JudgeFailed: there is none.
            CapReached: the run is to end.
        """


class Judges(Protocol):
    """What a run opens for its checks."""

    def asker(
        self,
        profile: str | None = None,
        model: str | None = None,
        *,
        assigned: Sequence[str] = (),
        fallback: str | None = None,
    ) -> Asker:
        """Return what a check asks.

        profile: its name; None for the first of `assigned` that has an assignment, else `default`.
        model: that the check names. fallback: that its definition names, where the check names none; then
            come the profile's deployment and the default of the run.

        Raises:
            NotExecutable: there is no such profile, no package for its provider, no key or no model; the
                reason names what is missing and where to put it.
        """

    def close(self) -> None:
        """Give back what was opened for it; called once, when nothing is being asked."""
