"""Reports: the results that JUnit XML and TAP say, and what is no report."""

import encodings.aliases
import os
import pickle
import time
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkwright_sandboxing.reports.reading import read_report
from checkwright_sandboxing.reports.report import REPORT_BYTES, ReportRefused, TestResult

P, F, S = TestResult.PASSED, TestResult.FAILED, TestResult.SKIPPED


def junit(cases: str) -> bytes:
    suite = f"<testsuites><testsuite>{cases}</testsuite></testsuites>"
    return f"<?xml version='1.0' encoding='utf-8'?>{suite}".encode()


def results(data: bytes) -> dict[str, TestResult]:
    return dict(read_report(data).results)


def refusal(data: bytes) -> str:
    with pytest.raises(ReportRefused) as refused:
        read_report(data)
    return refused.value.reason


@pytest.mark.parametrize(
    ("case", "found"),
    [
        ("<testcase classname='c' name='n'/>", {"c::n": P}),
        ("<testcase classname='c' name='n' file='t/x.py'/>", {"c::n": P, "t/x.py::n": P}),
        ("<testcase name=' n '/>", {"n": P}),
        ("<testcase classname='' name='n' file=''/>", {"n": P}),
        ("<testcase name='n'><failure/></testcase>", {"n": F}),
        ("<testcase name='n'><error message='x'>text</error></testcase>", {"n": F}),
        ("<testcase name='n'><skipped/></testcase>", {"n": S}),
        ("<testcase name='n'><skipped/><failure/></testcase>", {"n": F}),
        ("<testcase name='n'><failure/><skipped/></testcase>", {"n": F}),
        ("<testcase name='n'><system-out>&lt;failure/></system-out></testcase>", {"n": P}),
        ("<testcase name='n'><properties><property name='error'/></properties></testcase>", {"n": P}),
        ("<testcase name='n' status='notrun'/>", {"n": S}),
        ("<testcase name='n'/><testcase name='n '><skipped/></testcase>", {"n": S}),
        ("<testcase name='n'><failure/></testcase><testcase name='n'/>", {"n": F}),
        (
            "<testsuite><testsuite><testcase name='n'/></testsuite></testsuite><testcase name='m'/>",
            {"n": P, "m": P},
        ),
        ("<testcase name='&#228; &amp; b'/>", {"ä & b": P}),
    ],
)
def test_results_of_junit(case: str, found: dict[str, TestResult]) -> None:
    """Of an id that stands twice the worst counts; only a test's own children say how it ended."""
    report = read_report(junit(case))
    assert dict(report.results) == found
    assert report.failed_any is (F in found.values())
    assert report.problem is None


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("ok 1 - a\nnot ok 2 - b", {"a": P, "b": F}),
        ("ok 1 a\nok 2  -  b ", {"a": P, "b": P}),
        ("ok - a\nok b", {"a": P, "b": P}),
        ("ok\nnot ok", {"1": P, "2": F}),
        ("ok 2 -\nok 1", {"2": P, "1": P}),
        ("ok 1 - a # SKIP no net\nok 2 - b # skipped\nnot ok 3 - c # Skip", {"a": S, "b": S, "c": S}),
        ("ok 1 - a # TODO soon\nnot ok 2 - b #todo", {"a": P, "b": F}),
        ("ok 1 # SKIP", {"1": S}),
        (r"ok 1 - a \# SKIP \\ b", {r"a # SKIP \ b": P}),
        ("ok 1 - C# is fine", {"C# is fine": P}),
        ("ok 1 - a # time=3ms", {"a": P, "a # time=3ms": P}),
        ("ok 1 - a # TODOlist", {"a": P, "a # TODOlist": P}),
        ("ok 1 - a\nnot ok 2 - a", {"a": F}),
        ("    ok 1 - in\n    not ok 2 - in\n    1..2\nok 1 - out", {"out": P}),
        ("not ok 1 - a\n  ---\n  ok: no\n  ...\nok 2 - b", {"a": F, "b": P}),
        ("# not ok 7 - a comment\nokay\nnotok\nok: no\nprinted\nok 1 - a", {"a": P}),
        ("ok 1 - a\r\nok 2 - b\u2028c", {"a": P, "b\u2028c": P}),
        ("TAP version 14\npragma +strict\nok 1 - a", {"a": P}),
    ],
)
@pytest.mark.parametrize("plan_last", [False, True])
def test_results_of_tap(lines: str, found: dict[str, TestResult], plan_last: bool) -> None:
    """Subtests, diagnostics, comments and other output are passed over."""
    count = sum(
        line.startswith(("ok", "not ok")) and line[:4] not in ("okay", "ok: ") for line in lines.split("\n")
    )
    text = f"{lines}\n1..{count}\n" if plan_last else f"1..{count}\n{lines}"
    report = read_report(text.encode())
    assert dict(report.results) == found
    assert report.problem is None


def test_a_test_that_is_expected_to_fail_is_no_failure_of_the_run() -> None:
    """`not ok # TODO` is no pass, but explains no exit code either."""
    assert read_report(b"1..1\nnot ok 1 - a # TODO").failed_any is False
    assert read_report(b"1..2\nnot ok 1 - a # TODO\nnot ok 2 - b").failed_any is True


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"ok 1 - a", "no plan"),
        (b"1..2\nok 1 - a", "the plan says 2 tests, found 1"),
        (b"1..1\nok 1 - a\nok 2 - b", "the plan says 1 tests, found 2"),
        (b"1..1\n1..1\nok 1 - a", "2 plans"),
        (b"1..2\nok 1 - a\nok 1 - b", "repeated or beyond the plan"),
        (b"1..1\nok 7 - a", "repeated or beyond the plan"),
        (b"1..1\nok 1 - a\nBail out! no disk", "bailed out: no disk"),
        (b"1..5\nbail out!", "bailed out: no reason given"),
        (junit("<error/><testcase name='n'/>"), "<error> outside every test"),
    ],
)
def test_a_run_that_is_not_sound_is_a_problem(data: bytes, said: str) -> None:
    """What was read stays in the results."""
    assert said in (read_report(data).problem or "")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \n\t", "empty"),
        (b" " * (REPORT_BYTES + 1), "4,194,305 bytes, more than 4,194,304"),
        (b"PASSED test_a\n", "neither JUnit XML nor TAP"),
        (b"\x00\xff", "neither JUnit XML nor TAP"),
        (b"1..0 # SKIP all", "holds no test"),
        (junit(""), "holds no test"),
        (b"<html/>", "first element is 'html'"),
        (b"<testsuite><testcase name='a'/>", "not XML: line 1, column"),
        (b"<testsuite>\n<testcase name='a'></testsuite>", "not XML: line 2, column"),
        (b"<testsuite><testcase name='&x;'/></testsuite>", "undefined entity"),
        (b"<!DOCTYPE a [<!ENTITY x 'y'>]><testsuite><testcase name='&x;'/></testsuite>", "DOCTYPE"),
        (b"<!DOCTYPE testsuite SYSTEM 'file:///etc/passwd'><testsuite/>", "DOCTYPE"),
        (junit("<testcase/>"), "a test has no name"),
        (junit("<testcase name='a'><testcase name='b'/></testcase>"), "a test stands inside a test"),
        (junit("<testsuite>" * 100), "nested deeper than 100"),
        (b"<?xml version='1.0' encoding='utf-7'?><testsuite/>", "the encoding 'utf-7' is not read"),
    ],
)
def test_what_is_no_report_is_refused(data: bytes, said: str) -> None:
    """One clean line says why."""
    assert said in refusal(data)


def test_a_refusal_pickles() -> None:
    """It may come from a worker."""
    assert pickle.loads(pickle.dumps(ReportRefused("why\n"))).reason == "why "


def test_no_encoding_breaks_the_reader() -> None:
    """Python has codecs that are no encodings of texts; a report may name each."""
    for name in (*encodings.aliases.aliases.values(), "hex", "zlib", "idna", "none"):
        data = f"<?xml version='1.0' encoding='{name}'?><testsuite><testcase name='a'/></testsuite>".encode()
        try:
            assert results(data) == {"a": P}
        except ReportRefused as refused:
            assert refused.reason.isprintable()  # noqa: PT017 - either way is right


def test_encodings_of_xml_are_read() -> None:
    """UTF-16 by its mark, Latin-1 by its name, UTF-8 with a mark."""
    text = "<testsuite><testcase name='\u00e4'/></testsuite>"
    assert results(text.encode("utf-16")) == {"ä": P}
    assert results(b"\xef\xbb\xbf" + text.encode()) == {"ä": P}
    assert results(b"<?xml version='1.0' encoding='ISO-8859-1'?>" + text.encode("latin-1")) == {"ä": P}


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=9).filter(
    str.strip
)
TESTS = st.lists(st.tuples(NAMES, st.sampled_from([P, F, S])), min_size=1, max_size=9)
CHILDREN = {P: "", F: "<failure/>", S: "<skipped/>"}


def worst_of(tests: list[tuple[str, TestResult]]) -> dict[str, TestResult]:
    found: dict[str, TestResult] = {}
    for name, result in sorted(tests, key=lambda test: [P, S, F].index(test[1])):
        found[name.strip()] = result
    return found


@given(TESTS)
def test_what_is_written_as_junit_is_read(tests: list[tuple[str, TestResult]]) -> None:
    """Any names and results."""
    cases = "".join(
        f"<testcase name={quoteattr(name)}>{CHILDREN[result]}</testcase>" for name, result in tests
    )
    assert results(junit(cases.replace("\ufffe", "?").replace("\uffff", "?"))) == worst_of(
        [(name.replace("\ufffe", "?").replace("\uffff", "?"), result) for name, result in tests]
    )


@given(TESTS)
def test_what_is_written_as_tap_is_read(tests: list[tuple[str, TestResult]]) -> None:
    """Any names, escaped, and results."""
    lines = [f"1..{len(tests)}"]
    for number, (name, result) in enumerate(tests, 1):
        escaped = name.replace("\\", "\\\\").replace("#", "\\#")
        lines.append(
            f"{'not ok' if result is F else 'ok'} {number} - {escaped}{' # SKIP' if result is S else ''}"
        )
    assert results("\n".join(lines).encode()) == worst_of(tests)


PARTS = [
    *(b"<testsuite>", b"<testcase name='a'>", b"</testcase>", b"<", b"&", b"<!--"),
    *(b"ok", b"not ", b" 1", b" #", b"\n", b"1..1", b"Bail out!", b"\x00", b"\xff"),
]


@given(st.lists(st.sampled_from(PARTS), max_size=15))
def test_any_bytes_are_read_or_refused(parts: list[bytes]) -> None:
    """Nothing else is raised."""
    try:
        report = read_report(b"".join(parts))
    except ReportRefused as refused:
        assert refused.reason.isprintable()  # noqa: PT017 - either way is right
    else:
        assert report.results or report.problem


@pytest.mark.parametrize(
    ("start", "unit"),
    [
        (b"<testsuite>", b"<a/>"),
        (b"<testsuite>", b"<testcase name='a'/>"),
        (b"<testsuite ", b"a"),
        (b"<testsuite><!--", b"-"),
        (b"<testsuite>", b"&amp;"),
        (b"", b"ok\n"),
        (b"ok ", b" #"),
        (b"ok ", b"\\"),
        (b"1..", b"1"),
        (b"ok 1 - a", b" "),
    ],
)
def test_a_hostile_report_ends_in_seconds(start: bytes, unit: bytes) -> None:
    """Four mebibytes take at most about a second and a half, and may take fifteen.

    `make fuzz` tries as many, each other run an eighth.
    """
    parts = 1 if "CHECKWRIGHT_FUZZ_EXAMPLES" in os.environ else 8
    data = start + unit * ((REPORT_BYTES // parts - len(start)) // len(unit))
    begun = time.process_time()
    try:
        read_report(data)
    except ReportRefused as refused:
        assert refused.reason  # noqa: PT017 - the time is what counts
    assert time.process_time() - begun < 15 / parts + 1
