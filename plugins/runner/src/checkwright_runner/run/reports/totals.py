"""Totals: what the verdicts of a run come to."""

from __future__ import annotations

from typing import Any

from checkwright import Status, Verdict

__all__ = ["Tally", "Totals"]

_MOST_ERRORS = 5
_STATUSES = [status.value for status in Status]


class Tally:
    """Counts verdicts.

    rows: all of them. passed, failed: of the scored ones. not_scored, errors: of the others.
    apart: those of `not_scored` that nobody could have scored.
    executed, checks: how many checks were executed, and how many there were.
    grades: the sum of the grades.
    """

    __slots__ = ("apart", "checks", "errors", "executed", "failed", "grades", "not_scored", "passed")

    def __init__(self) -> None:
        self.passed = self.failed = self.not_scored = self.errors = self.apart = 0
        self.executed = self.checks = 0
        self.grades = 0.0

    def count(self, verdict: Verdict, *, counted: bool) -> None:
        """Count one verdict; counted: whether the pass rate counts it when it has no score."""
        if verdict.grade is not None:
            self.grades += verdict.grade
            if verdict.passed:
                self.passed += 1
            else:
                self.failed += 1
        elif verdict.status == "not_scored":
            self.not_scored += 1
            self.apart += not counted
        else:
            self.errors += 1
        self.executed += verdict.executed
        self.checks += len(verdict.outcomes)

    def merge(self, other: Tally) -> None:
        """Add what another one counted."""
        for name in Tally.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def rows(self) -> int:
        """All rows."""
        return self.passed + self.failed + self.not_scored + self.errors

    @property
    def scored(self) -> int:
        """How many rows have a score."""
        return self.passed + self.failed

    @property
    def counted(self) -> int:
        """The denominator of the pass rate: rows that could have passed, errors and unscored included."""
        return self.rows - self.apart

    @property
    def pass_rate(self) -> float | None:
        """Passed rows among the counted ones, 0 to 1; None when none counts."""
        return self.passed / self.counted if self.counted else None

    @property
    def mean_grade(self) -> float | None:
        """The mean grade of the scored rows, 0 to 5; None when none is scored."""
        return self.grades / self.scored if self.scored else None

    @property
    def coverage(self) -> float | None:
        """Executed checks among all checks, 0 to 1; None when there were none."""
        return self.executed / self.checks if self.checks else None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON-able data, rates rounded to six digits."""
        return {
            "rows": self.rows,
            "passed": self.passed,
            "failed": self.failed,
            "not_scored": self.not_scored,
            "errors": self.errors,
            "not_counted": self.apart,
            "pass_rate": _rounded(self.pass_rate),
            "mean_grade": _rounded(self.mean_grade),
            "coverage": {"executed": self.executed, "checks": self.checks},
        }


class Totals(Tally):
    """Counts verdicts as they pass by; grows with the rubrics and their checks, never with the rows.

    by_rubric: the reference, None for rows without one, to what its rows come to.
    by_check: (rubric, index, label) to the number of outcomes of each status.
    first_errors: line and reason of the first five error rows.
    nulled: of how many rows a number that JSON has not is carried as null. first_nulled: line and field of
        the first; None without one.
    """

    __slots__ = ("by_check", "by_rubric", "first_errors", "first_nulled", "nulled")

    def __init__(self) -> None:
        super().__init__()
        self.by_rubric: dict[str | None, Tally] = {}
        self.by_check: dict[tuple[str | None, int, str], dict[str, int]] = {}
        self.first_errors: list[tuple[int | None, str]] = []
        self.nulled = 0
        self.first_nulled: tuple[int | None, str] | None = None

    def add(self, verdict: Verdict, line: int | None, *, counted: bool = True) -> None:
        """Count the verdict on a line of the response file.

        counted: whether the pass rate counts it when it has no score, since it could have had one.
        """
        self.count(verdict, counted=counted)
        rubric = verdict.rubric
        tally = self.by_rubric.get(rubric)
        if tally is None:
            tally = self.by_rubric[rubric] = Tally()
        tally.count(verdict, counted=counted)
        if verdict.status == "error" and len(self.first_errors) < _MOST_ERRORS:
            self.first_errors.append((line, verdict.reason))
        for check in verdict.checks:
            self._counts((rubric, check.index, check.id or check.kind))[check.status] += 1

    def add_nulled(self, line: int | None, field: str) -> None:
        """Count a row of which a number is carried as null."""
        self.nulled += 1
        if self.first_nulled is None:
            self.first_nulled = line, field

    def _counts(self, key: tuple[str | None, int, str]) -> dict[str, int]:
        counts = self.by_check.get(key)
        if counts is None:
            counts = self.by_check[key] = dict.fromkeys(_STATUSES, 0)
        return counts

    def merge(self, other: Tally) -> None:
        """Add what another one counted of the rows that come next."""
        super().merge(other)
        if isinstance(other, Totals):
            for rubric, tally in other.by_rubric.items():
                self.by_rubric.setdefault(rubric, Tally()).merge(tally)
            for key, counts in other.by_check.items():
                ours = self._counts(key)
                for status, count in counts.items():
                    ours[status] += count
            self.first_errors += other.first_errors[: _MOST_ERRORS - len(self.first_errors)]
            self.nulled += other.nulled
            self.first_nulled = self.first_nulled or other.first_nulled

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as JSON-able data: those of all rows, of each rubric and of each check."""
        rubrics = [
            {"rubric": rubric, **tally.to_dict()}
            for rubric, tally in sorted(self.by_rubric.items(), key=lambda item: (item[0] is None, item[0]))
        ]
        checks = [
            {"rubric": rubric, "index": index, "check": label, **counts}
            for (rubric, index, label), counts in sorted(self.by_check.items(), key=lambda item: item[0][:2])
        ]
        return {**super().to_dict(), "rubrics": rubrics, "checks": checks}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
