"""Say the totals of a run: a few lines and a table of the checks, readable without a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from checkwright import Status
from checkwright.wording import counted, shown

from ....run.reports.totals import Tally, Totals
from ...screen.printing import clean
from ...screen.table import table

__all__ = ["error_lines", "summary_lines"]

#: Lines of a table.
_MOST_LINES = 40


def summary_lines(totals: Totals, source: str, *, by_rubric: bool = False) -> list[str]:
    """Return the summary of a run over the response file `source`.

    by_rubric: whether rows were graded by more than one, so that each has a line.
    """
    lines = error_lines(totals, source)
    lines += _nulled(totals, source)
    lines += [_counts(totals), _figures(totals, by_rubric)]
    if by_rubric:
        lines += ["", *_rubrics(totals)]
    if totals.by_check:
        lines += ["", *_checks(totals, by_rubric)]
    return lines


def error_lines(totals: Totals, source: str) -> list[str]:
    """Return a line for each of the first error rows, and how many more there are."""
    lines = [clean(f"error: {_place(source, line)}: {reason}") for line, reason in totals.first_errors]
    more = totals.errors - len(lines)
    return [*lines, f"error: {counted(more, 'more error row')}"] if more else lines


def _nulled(totals: Totals, source: str) -> list[str]:
    """Say where a number that JSON has not became null, and in how many rows."""
    if totals.first_nulled is None:
        return []
    line, field = totals.first_nulled
    rows = f" ({counted(totals.nulled, 'such row')})" if totals.nulled > 1 else ""
    what = f"a number in {shown(field)} is NaN, infinite or too large, and carried as null{rows}"
    return [clean(f"warning: {_place(source, line)}: {what}")]


def _place(source: str, line: int | None) -> str:
    return source if line is None else f"{source}:{line}"


def _counts(totals: Totals) -> str:
    return (
        f"{counted(totals.rows, 'row')}: {totals.passed:,} passed, {totals.failed:,} failed, "
        f"{totals.not_scored:,} not scored, {counted(totals.errors, 'error')}"
    )


def _figures(totals: Totals, by_rubric: bool) -> str:
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
        why = "no rubric of theirs executes anything" if by_rubric else "the rubric has nothing to execute"
        parts.append(f"{totals.apart:,} not counted, since {why}")
    return "; ".join(parts)


def _rubrics(totals: Totals) -> list[str]:
    """Return one line per rubric, that of rows without one last."""
    head = ["rubric", "rows", "passed", "failed", "not scored", "error", "mean grade", "coverage"]
    named = sorted(totals.by_rubric.items(), key=lambda item: (item[0] is None, item[0]))
    lines = [(tally.failed + tally.errors, _rubric_line(rubric, tally)) for rubric, tally in named]
    return _worst(head, lines, "rubrics")


def _rubric_line(rubric: str | None, tally: Tally) -> list[str]:
    grade, coverage = tally.mean_grade, tally.coverage
    counts = (tally.rows, tally.passed, tally.failed, tally.not_scored, tally.errors)
    return [
        "no rubric" if rubric is None else clean(rubric, 60),
        *(f"{count:,}" for count in counts),
        "-" if grade is None else f"{grade:.2f}",
        "-" if coverage is None else f"{coverage:.0%}",
    ]


def _checks(totals: Totals, by_rubric: bool) -> list[str]:
    """Return one line per check of every rubric."""
    statuses = [str(status) for status in Status]
    head = ["check", *(status.replace("_", " ") for status in statuses)]
    lines = []
    for (rubric, index, label), counts in sorted(totals.by_check.items(), key=lambda item: _order(item[0])):
        of = f"{str(rubric).removeprefix('rubric/')} " if by_rubric else ""
        name = clean(f"{of}[{index}] {label}", 60)
        bad = counts["failed"] + counts["error"]
        lines.append((bad, [name, *(f"{counts[status]:,}" for status in statuses)]))
    return _worst(head, lines, "checks")


def _order(key: tuple[str | None, int, str]) -> tuple[str, int]:
    return str(key[0]), key[1]


def _worst(head: Sequence[str], lines: Sequence[tuple[int, Sequence[str]]], what: str) -> list[str]:
    """Lay out a table; of a long one the lines with most failures and errors, the number in front."""
    order = sorted(range(len(lines)), key=lambda place: -lines[place][0])[:_MOST_LINES]
    shown = table([head, *(lines[place][1] for place in sorted(order))], right=frozenset(range(1, len(head))))
    more = len(lines) - _MOST_LINES
    return shown if more <= 0 else [*shown, f"and {more:,} more {what}, with fewer failures or none"]
