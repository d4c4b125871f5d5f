"""Say the totals of a run: a few lines and a table of the checks, readable without a terminal."""

from __future__ import annotations

from ..outcome import Status
from ..totals import Totals
from .printing import clean
from .table import table

__all__ = ["summary_lines"]


def summary_lines(totals: Totals, source: str) -> list[str]:
    """Give the summary of a run over the response file `source`."""
    lines = [clean(f"error: {source}:{line}: {reason}") for line, reason in totals.first_errors]
    more = totals.errors - len(lines)
    if more:
        lines.append(f"error: {more:,} more error row{'' if more == 1 else 's'}")
    lines += [_counts(totals), _figures(totals)]
    if totals.by_check:
        lines += ["", *_checks(totals)]
    return lines


def _counts(totals: Totals) -> str:
    noun = "row" if totals.rows == 1 else "rows"
    errors = "error" if totals.errors == 1 else "errors"
    return (
        f"{totals.rows:,} {noun}: {totals.passed:,} passed, {totals.failed:,} failed, "
        f"{totals.not_scored:,} not scored, {totals.errors:,} {errors}"
    )


def _figures(totals: Totals) -> str:
    rate, grade, coverage = totals.pass_rate, totals.mean_grade, totals.coverage
    parts = [
        "no pass rate, since no row counts"
        if rate is None
        else f"pass rate {rate:.1%} ({totals.passed:,} of {totals.counted:,} rows)",
        "no mean grade, since no row is scored" if grade is None else f"mean grade {grade:.2f} of 5",
        "no checks"
        if coverage is None
        else f"coverage {coverage:.1%} ({totals.executed:,} of {totals.checks:,} checks executed)",
    ]
    if totals.apart:
        parts.append(f"{totals.apart:,} not counted, since the rubric has nothing to execute")
    return "; ".join(parts)


def _checks(totals: Totals) -> list[str]:
    """Give one line per check of every rubric."""
    statuses = [str(status) for status in Status]
    rows = [["check", *(status.replace("_", " ") for status in statuses)]]
    for (_, index, label), counts in totals.by_check.items():
        rows.append([clean(f"[{index}] {label}", 60), *(f"{counts[status]:,}" for status in statuses)])
    return table(rows, right=frozenset(range(1, len(statuses) + 1)))
