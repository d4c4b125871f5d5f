"""Totals: what the verdicts of a run come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .outcome import Status

__all__ = ["Totals"]

_MOST_ERRORS = 5


class Totals:
    """Counts verdict rows as they pass by; grows with the checks of the rubrics, never with the rows.

    rows: all of them. passed, failed: of the scored ones. not_scored, errors: of the others.
    apart: those of `not_scored` that nobody could have scored, since their rubric is vocabulary only.
    executed, checks: how many checks were executed, and how many there were, over all rows.
    by_check: (rubric, index, label) to the number of outcomes of each status.
    first_errors: line and reason of the first five error rows.
    """

    def __init__(self) -> None:
        self.rows = self.passed = self.failed = self.not_scored = self.errors = self.apart = 0
        self.executed = self.checks = 0
        self.by_check: dict[tuple[str | None, int, str], dict[str, int]] = {}
        self.first_errors: list[tuple[int | None, str]] = []
        self._grades = 0.0

    def add(self, row: Mapping[str, Any], *, gradable: bool = True) -> None:
        """Count one verdict row, as `run` gives it.

        gradable: whether the row's rubric has anything but vocabulary.
        """
        self.rows += 1
        status = row["status"]
        if status == "scored":
            self._grades += row["grade"]
            if row["passed"]:
                self.passed += 1
            else:
                self.failed += 1
        elif status == "not_scored":
            self.not_scored += 1
            if not gradable:
                self.apart += 1
        else:
            self.errors += 1
            if len(self.first_errors) < _MOST_ERRORS:
                self.first_errors.append((row["line"], row["reason"]))
        self.executed += row["coverage"]["executed"]
        self.checks += row["coverage"]["checks"]
        rubric, by_check = row["rubric"], self.by_check
        for check in row["checks"]:
            key = (rubric, check["index"], check["id"] or check["kind"])
            counts = by_check.get(key)
            if counts is None:
                counts = by_check[key] = {str(name): 0 for name in Status}
            counts[check["status"]] += 1

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
        return self._grades / self.scored if self.scored else None

    @property
    def coverage(self) -> float | None:
        """Executed checks among all checks, 0 to 1; None when there were none."""
        return self.executed / self.checks if self.checks else None
