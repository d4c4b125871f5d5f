"""Say a verdict in one line, and a check in the cells of one."""

from __future__ import annotations

from checkwright import CheckResult, Verdict

from .printing import clean

__all__ = ["check_cells", "head_line"]


def head_line(verdict: Verdict) -> str:
    """Say what became of a case, and why."""
    title = (
        "passed"
        if verdict.passed
        else verdict.status.replace("_", " ")
        if verdict.passed is None
        else "failed"
    )
    number = "" if verdict.score is None else f", score {verdict.score:.4g}, grade {verdict.grade:.3g} of 5"
    return clean(f"{title}{number}: {verdict.rubric}: {verdict.reason}")


def check_cells(check: CheckResult) -> tuple[str, str, str, str]:
    """Return what a table says of a check: its status, its name, its score and its reason."""
    return (
        check.status.replace("_", " "),
        clean(f"{check.id} ({check.kind})" if check.id is not None else check.kind, 60),
        "-" if check.score is None else f"{check.score:.4g}",
        clean(check.reason),
    )
