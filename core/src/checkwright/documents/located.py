"""Return findings the lines and columns of their document."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract.problem import Finding, Problem
from .document import Document
from .mistakes import pointer

__all__ = ["located"]


def located(findings: Sequence[Finding], document: Document) -> tuple[Problem, ...]:
    """Return each finding its line and column, in the order of the text."""
    problems = [_problem(finding, document) for finding in findings]
    return tuple(sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0)))


def _problem(finding: Finding, document: Document) -> Problem:
    line, column = document.place(finding.path, key=finding.key)
    return Problem(
        source=document.source,
        message=finding.sentence,
        line=line,
        column=column,
        path=pointer(finding.path),
        severity=finding.severity,
        code=finding.code,
        hint=finding.hint,
    )
