"""Read JUnit XML, as the runners of many languages write it.

Source: the schema that Jenkins' xunit plugin publishes, and what pytest, PHPUnit, Jest and GoogleTest write.
"""

from __future__ import annotations

from xml.parsers import expat

from checkwright.wording import shown

from .report import Report, ReportRefused, TestResult, worst

__all__ = ["read_junit"]

_MOST_DEPTH = 100
_SUITES = frozenset({"testsuites", "testsuite"})
_FAILURES = frozenset({"failure", "error"})
#: What expat reads by itself; Python's other codecs are no encodings of XML that a report needs.
_ENCODINGS = frozenset({"utf-8", "utf-16", "iso-8859-1", "us-ascii"})
#: GoogleTest marks tests that were not run by an attribute alone.
_NOT_RUN = frozenset({"notrun", "disabled", "skipped"})


def read_junit(data: bytes) -> Report:
    """Return the results of a report in JUnit XML; a test's id is `classname::name`.

    With an attribute `file` it also has the id `file::name`; without `classname` its name is its id.

    Raises:
        ReportRefused: not well-formed, with a DOCTYPE, no report of tests, or without a test.
    """
    found = _Found()
    parser = expat.ParserCreate()
    parser.XmlDeclHandler = _declaration
    parser.StartDoctypeDeclHandler = _doctype
    parser.StartElementHandler = found.start
    parser.EndElementHandler = found.end
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        what = expat.ErrorString(error.code)
        raise ReportRefused(f"not XML: line {error.lineno}, column {error.offset + 1}: {what}") from None
    if not found.results:
        raise ReportRefused("the report holds no test")
    failed = TestResult.FAILED in (result for _, result in found.results)
    return Report(worst(found.results), failed, found.problem)


def _declaration(_version: str, encoding: str | None, _standalone: int) -> None:
    if encoding is not None and encoding.lower() not in _ENCODINGS:
        raise ReportRefused(f"the encoding {shown(encoding)} is not read, expected UTF-8")


def _doctype(*_declared: object) -> None:
    raise ReportRefused("the report has a DOCTYPE")


class _Found:
    """What the elements say, one after the other."""

    def __init__(self) -> None:
        self.results: list[tuple[str, TestResult]] = []
        self.problem: str | None = None
        self._depth = 0
        #: The ids of the test that is open, and the depth of its element.
        self._ids: tuple[str, ...] | None = None
        self._test_depth = 0
        self._result = TestResult.PASSED

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise ReportRefused(f"the report is nested deeper than {_MOST_DEPTH} elements")
        if self._depth == 1 and name not in _SUITES:
            raise ReportRefused(
                f"the report's first element is {shown(name)}, expected 'testsuites' or 'testsuite'"
            )
        if self._ids is not None:
            self._inside(name)
        elif name == "testcase":
            self._ids = _ids(attributes)
            self._test_depth = self._depth
            not_run = attributes.get("status", "").lower() in _NOT_RUN
            self._result = TestResult.SKIPPED if not_run else TestResult.PASSED
        elif name in _FAILURES and self.problem is None:
            self.problem = f"<{name}> outside every test"

    def _inside(self, name: str) -> None:
        if name == "testcase":
            raise ReportRefused("a test stands inside a test")
        if self._depth != self._test_depth + 1:
            return
        if name in _FAILURES:
            self._result = TestResult.FAILED
        elif name == "skipped" and self._result is TestResult.PASSED:
            self._result = TestResult.SKIPPED

    def end(self, _name: str) -> None:
        if self._ids is not None and self._depth == self._test_depth:
            self.results += [(one, self._result) for one in self._ids]
            self._ids = None
        self._depth -= 1


def _ids(attributes: dict[str, str]) -> tuple[str, ...]:
    name = attributes.get("name")
    if name is None:
        raise ReportRefused("a test has no name")
    first = f"{attributes['classname']}::{name}" if attributes.get("classname") else name
    return (first, f"{attributes['file']}::{name}") if attributes.get("file") else (first,)
