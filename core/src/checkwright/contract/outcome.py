"""Outcome: what executing one check on one case gave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias, final

from .errors import InvalidOutcome
from .evidence import Evidence

if TYPE_CHECKING:
    from .case import Case

__all__ = ["Locate", "Outcome", "Status"]


class Status(StrEnum):
    """The four things that can become of a check; only the first two count in a score."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_EXECUTABLE = "not_executable"
    ERROR = "error"


#: Finds the evidence of an outcome; called only when somebody reads it.
Locate: TypeAlias = Callable[["Case"], tuple[Evidence, ...]]

_EXECUTED = (Status.PASSED, Status.FAILED)


@final
@dataclass(frozen=True, slots=True)
class Outcome:
    """What one check says of one case. Immutable: make constants in `prepare` and hand them out.

    score: 0 to 1 when the check was executed, else None.
    reason: one line of 1 to 300 characters for a person, without control characters; say values of
    others with `shown`.
    locate: finds the evidence when it is read, or None.
    details: small, JSON-able facts for machines, or None.

    Raises:
        InvalidOutcome: a status that is none, a score that is not a finite number from 0 to 1, a score
            without an executed check or the reverse, a reason that is no text.
    """

    status: Status
    score: float | None
    reason: str
    locate: Locate | None = None
    details: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        status, score = self.status, self.score
        if type(status) is not Status:
            raise InvalidOutcome("status", f"status must be a Status, not {status!r:.80}")
        if status in _EXECUTED:
            if isinstance(score, bool) or not isinstance(score, int | float):
                raise InvalidOutcome(
                    "score", f"the score of an executed check must be a number, not {score!r:.80}"
                )
            if not 0 <= score <= 1:
                raise InvalidOutcome("score", f"score must be a finite number from 0 to 1, not {score!r:.80}")
            if type(score) is not float or not score:
                object.__setattr__(self, "score", float(score) + 0.0)  # -0.0 is 0.0
        elif score is not None:
            raise InvalidOutcome(
                "score", f"a check that is {status.value} has no score, but got {score!r:.80}"
            )
        if not isinstance(self.reason, str):
            raise InvalidOutcome("reason", f"reason must be a text, not {self.reason!r:.80}")
        if self.details is not None and not isinstance(self.details, Mapping):
            raise InvalidOutcome("details", f"details must be a mapping, not {self.details!r:.80}")

    @property
    def passed(self) -> bool | None:
        """True or False for an executed check, else None."""
        return self.status is Status.PASSED if self.score is not None else None

    @classmethod
    def judge(
        cls,
        passed: bool,
        reason: str,
        score: float | None = None,
        *,
        locate: Locate | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Make the outcome of an executed check; without a score 1.0 for passed and 0.0 for failed."""
        status = Status.PASSED if passed else Status.FAILED
        return cls(status, (1.0 if passed else 0.0) if score is None else score, reason, locate, details)

    @classmethod
    def not_executable(cls, reason: str, *, details: Mapping[str, Any] | None = None) -> Outcome:
        """Make the outcome of a check that could not be executed here."""
        return cls(Status.NOT_EXECUTABLE, None, reason, None, details)

    @classmethod
    def error(cls, reason: str, *, details: Mapping[str, Any] | None = None) -> Outcome:
        """Make the outcome of a check that gave no judgement, and not through the reply."""
        return cls(Status.ERROR, None, reason, None, details)
