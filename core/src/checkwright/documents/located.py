"""Look up the lines and columns of findings in their document."""

from __future__ import annotations

from collections.abc import Sequence

from ..contract.problem import Finding, Problem
from ..wording import pointer
from .document import Document

__all__ = ["located", "located_problem"]


def located(findings: Sequence[Finding], document: Document) -> tuple[Problem, ...]:
    """Return each finding with its line and column, in the order of the text."""
    problems = [located_problem(finding, document) for finding in findings]
    return tuple(sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0)))


def located_problem(finding: Finding, document: Document) -> Problem:
    """Return one finding with its line and column."""
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
