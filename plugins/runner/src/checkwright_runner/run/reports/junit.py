"""JUnit XML of a run: a test case for each verdict row, for servers that show test results."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

from checkwright import Status, Verdict
from checkwright.wording import one_line

from ..verdict_rows import VerdictRow

__all__ = ["JUnit"]

_PIECE = 1 << 16


class JUnit:
    """Collects test cases, in a temporary file and not in memory.

    Failed is a failure, error an error, not scored a skipped test, each with its reason. What XML cannot
    hold is escaped as Python writes it.
    """

    def __init__(self) -> None:
        self._cases = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `close`
        self._tests = self._failures = self._errors = self._skipped = 0

    def close(self) -> None:
        """Close the temporary file."""
        self._cases.close()

    def add(self, row: VerdictRow) -> None:
        """Add a row."""
        self._tests += 1
        verdict = row.verdict
        inner = ""
        if verdict.status == "error":
            self._errors += 1
            inner = _element("error", verdict, Status.ERROR)
        elif verdict.status == "not_scored":
            self._skipped += 1
            inner = f"<skipped message={_quoted(verdict.reason)}/>"
        elif not verdict.passed:
            self._failures += 1
            inner = _element("failure", verdict, Status.FAILED)
        head = f"<testcase classname={_quoted(verdict.rubric or 'no rubric')} name={_quoted(_name(row))}"
        self._cases.write(f"{head}>{inner}</testcase>\n".encode() if inner else f"{head}/>\n".encode())

    def write(self, write: Callable[[bytes], object]) -> None:
        """Write the document, piece by piece."""
        counts = (
            f'tests="{self._tests}" failures="{self._failures}" errors="{self._errors}" '
            f'skipped="{self._skipped}"'
        )
        head = '<?xml version="1.0" encoding="UTF-8"?>\n'
        write(f'{head}<testsuites {counts}>\n<testsuite name="checkwright" {counts}>\n'.encode())
        self._cases.seek(0)
        while piece := self._cases.read(_PIECE):
            write(piece)
        write(b"</testsuite>\n</testsuites>\n")


def _name(row: VerdictRow) -> str:
    """Name a test case by its question, from the second sample on with the sample's number."""
    if row.verdict.id is None:
        return f"line {row.line}"
    return f"{row.verdict.id} [{row.sample}]" if row.sample else row.verdict.id


def _element(name: str, verdict: Verdict, wanted: Status) -> str:
    """Return the reason of a verdict, and that of each check behind it."""
    reasons = [
        one_line(f"{check.id or check.kind}: {check.reason}", 1000)
        for check in verdict.checks
        if check.status is wanted
    ]
    text = escape("\n".join(reasons or [one_line(verdict.reason, 1000)]))
    return f"<{name} message={_quoted(verdict.reason)}>{text}</{name}>"


def _quoted(text: str) -> str:
    return quoteattr(one_line(text, 1000))
