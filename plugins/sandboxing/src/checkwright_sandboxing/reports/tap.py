"""Read TAP, the Test Anything Protocol.

Source: testanything.org, the specifications of versions 12, 13 and 14.
"""

from __future__ import annotations

import re

from checkwright.wording import one_line

from .report import Report, ReportRefused, TestResult, worst

__all__ = ["read_tap"]

_PLAN = re.compile(r"1\.\.([0-9]{1,9})[ \t]*(?:#.*)?")
_TEST = re.compile(r"(not )?ok(?:[ \t]+([0-9]{1,9}))?(?=[ \t]|$)")
#: A hash that starts a directive: after a blank, and not escaped.
_HASH = re.compile(r"(?:^|(?<=[ \t]))#")
_DIRECTIVE = re.compile(r"#[ \t]*(skip|todo\b)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([\\#])")
_BLANKS = " \t"


def read_tap(data: bytes) -> Report:
    """Return the results of a report in TAP; a test's id is its description, or its number without one.

    Indented lines, which are subtests and diagnostics, and lines that are no TAP are passed over. A plan
    that is missing, or does not match the tests, and a bail-out are problems of the report.

    Raises:
        ReportRefused: no line of TAP, or neither a test nor a bail-out.
    """
    results: list[tuple[str, TestResult]] = []
    plans: list[int] = []
    numbers: set[int] = set()
    bailed: str | None = None
    failed, count, repeated = False, 0, False
    for line in data.decode("utf-8", "replace").split("\n"):
        line = line.removesuffix("\r")
        if test := _TEST.match(line):
            count += 1
            number = int(test[2]) if test[2] else count
            repeated = repeated or number in numbers
            numbers.add(number)
            ids, result, expected = _test(line[test.end() :], test[1] is not None, number)
            results += [(one, result) for one in ids]
            failed = failed or (result is TestResult.FAILED and not expected)
        elif line[:3] == "1.." and (plan := _PLAN.fullmatch(line)):
            plans.append(int(plan[1]))
        elif bailed is None and line[:9].lower() == "bail out!":
            bailed = line[9:].strip()
    if bailed is not None:
        return Report(
            worst(results), failed, one_line(f"the tests bailed out: {bailed or 'no reason given'}")
        )
    if not count:
        raise ReportRefused(
            "the report holds no test"
            if plans
            else "the report is neither JUnit XML nor TAP: no line of tests"
        )
    return Report(worst(results), failed, _problem(plans, numbers, count, repeated=repeated))


def _test(rest: str, failed: bool, number: int) -> tuple[list[str], TestResult, bool]:
    """Return ids and result of a test line, and whether its failure is expected; rest: behind its number."""
    result = TestResult.FAILED if failed else TestResult.PASSED
    rest = rest.strip(_BLANKS)
    if not rest:
        return [str(number)], result, False
    if rest == "-" or rest.startswith(("- ", "-\t")):
        rest = rest[1:].lstrip(_BLANKS)
    mark = _HASH.search(rest)
    if mark is None:
        return [_plain(rest) or str(number)], result, False
    before = _plain(rest[: mark.start()].rstrip(_BLANKS)) or str(number)
    directive = _DIRECTIVE.match(rest, mark.start())
    if directive is None:
        # A comment such as a duration by TAP 14, part of the description before it.
        return [before, _plain(rest)], result, False
    if directive[1].lower() == "skip":
        return [before], TestResult.SKIPPED, False
    return [before], result, True


def _plain(description: str) -> str:
    return _ESCAPED.sub(r"\1", description) if "\\" in description else description


def _problem(plans: list[int], numbers: set[int], count: int, *, repeated: bool) -> str | None:
    if not plans:
        return "no plan: the tests may have ended early"
    if len(plans) > 1:
        return f"{len(plans)} plans, expected one"
    if plans[0] != count:
        return f"the plan says {plans[0]:,} tests, found {count:,}"
    if repeated or max(numbers) > count:
        return "the numbers of the tests are repeated or beyond the plan"
    return None
