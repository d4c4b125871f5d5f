"""CheckResult: one check of a verdict with what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .evidence import Evidence
from .outcome import Status

__all__ = ["CheckResult"]


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check of a verdict: its outcome, with the check that it belongs to.

    index: position in the rubric, from 0. weight: what it counts in weighted_avg, else 1.
    reason: one line, safe to print. evidence: located when the result was made.
    details: what the kind tells machines, as JSON data; empty for nothing.
    evidence_error: why the evidence could not be located; None when it could.
    """

    index: int
    id: str | None
    kind: str
    status: Status
    score: float | None
    weight: float
    reason: str
    evidence: tuple[Evidence, ...]
    details: Mapping[str, Any]
    evidence_error: str | None = None
