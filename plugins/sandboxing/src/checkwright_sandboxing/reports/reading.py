"""Read a report, whichever of the two formats it has."""

from __future__ import annotations

from .junit import read_junit
from .report import REPORT_BYTES, Report, ReportRefused
from .tap import read_tap

__all__ = ["read_report"]

_UTF16 = (b"\xfe\xff", b"\xff\xfe")


def read_report(data: bytes) -> Report:
    """Return what a report in JUnit XML or TAP (versions 12 to 14) says.

    Raises:
        ReportRefused: empty, over `REPORT_BYTES`, malformed, with a DOCTYPE, of neither format, or
            without a test.
    """
    if len(data) > REPORT_BYTES:
        raise ReportRefused(f"the report has {len(data):,} bytes, more than {REPORT_BYTES:,}")
    text = data.removeprefix(b"\xef\xbb\xbf")
    start = text.lstrip()
    if not start:
        raise ReportRefused("the report is empty")
    if start.startswith(b"<"):
        return read_junit(start)
    # Blanks at the start of a line of TAP say that it is a subtest's.
    return read_junit(data) if data.startswith(_UTF16) else read_tap(text)
