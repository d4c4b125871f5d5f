"""What a report of tests says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from checkwright.wording import one_line

__all__ = ["REPORT_BYTES", "Report", "ReportRefused", "TestResult", "worst"]

#: Bytes of a report that is read.
REPORT_BYTES = 4 * 1024 * 1024


class TestResult(StrEnum):
    """How a test ended."""

    __test__ = False  # no class of tests, whatever its name

    PASSED = "passed"
    SKIPPED = "skipped"
    FAILED = "failed"


_BADNESS = {TestResult.PASSED: 0, TestResult.SKIPPED: 1, TestResult.FAILED: 2}


@dataclass(frozen=True, slots=True)
class Report:
    """The results of one run of tests.

    results: by test id, without blanks at its ends; of an id that stands twice the worst.
    failed_any: whether a test failed that was not expected to (`not ok # TODO` is).
    problem: one clean line, why the run as a whole is not sound; None when it is.
    """

    results: Mapping[str, TestResult] = field(default_factory=dict)
    failed_any: bool = False
    problem: str | None = None


class ReportRefused(Exception):  # noqa: N818 - says what was done
    """The bytes are no report of tests; `reason` is one clean line."""

    def __init__(self, reason: str) -> None:
        self.reason = one_line(reason)
        super().__init__(self.reason)

    def __reduce__(self) -> tuple[type[ReportRefused], tuple[str]]:
        return ReportRefused, (self.reason,)


def worst(results: Iterable[tuple[str, TestResult]]) -> Mapping[str, TestResult]:
    """Return the worst result of each id: failed before skipped, skipped before passed."""
    found: dict[str, TestResult] = {}
    for name, result in results:
        name = name.strip()
        known = found.get(name)
        if known is None or _BADNESS[result] > _BADNESS[known]:
            found[name] = result
    return MappingProxyType(found)
