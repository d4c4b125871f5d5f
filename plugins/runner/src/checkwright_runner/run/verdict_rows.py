"""The verdict line of a row: written and read here alone."""

from __future__ import annotations

from typing import Any

from checkwright import Plan
from checkwright.wording import one_line

from .responses import Row

__all__ = []


def _row_verdict(
    row: Row, ref: str | None, status: str, reason: str, plan: Plan | None = None
) -> dict[str, Any]:
    """Return the verdict of a row that no check was run on."""
    return {
        "format": 1,
        "rubric": ref,
        "case": row.question,
        "status": status,
        "score": None,
        "passed": None,
        "grade": None,
        "reason": one_line(reason),
        "coverage": {"executed": 0, "checks": 0},
        "checks": [],
        "signature": None if plan is None else plan.head.signature,
        "line": row.line,
    }
