"""Write the JUnit report of a run, if one is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...run.reports.junit import JUnit
from ...run.verdict_rows import VerdictRow, read_rows
from .refusals import refused_writing
from .whole_file import whole_file

__all__ = ["Report", "junit_report"]


class Report:
    """No report."""

    def add(self, row: VerdictRow) -> None:
        """Add a verdict row."""

    def add_lines(self, data: bytes) -> None:
        """Add verdict lines."""

    def complete(self) -> None:
        """Write it."""


class _JUnitReport(Report):
    def __init__(self, path: str, junit: JUnit) -> None:
        self._path = path
        self._junit = junit

    def add(self, row: VerdictRow) -> None:
        self._junit.add(row)

    def add_lines(self, data: bytes) -> None:
        for row in read_rows(data):
            self._junit.add(row)

    def complete(self) -> None:
        with whole_file(self._path) as write:
            self._junit.write(write)


@contextmanager
def junit_report(path: str | None) -> Iterator[Report]:
    """Return the report that is written to `path`; one that does nothing for None.

    Raises:
        Refused: it cannot be written.
    """
    if path is None:
        yield Report()
        return
    # A report that could not be written would be noticed after hours.
    with refused_writing(path), Path(path).open("ab"):
        pass
    junit = JUnit()
    try:
        yield _JUnitReport(path, junit)
    finally:
        junit.close()
