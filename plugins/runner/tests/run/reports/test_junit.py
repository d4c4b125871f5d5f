"""JUnit XML: a test case for each verdict row, whatever ids and reasons hold."""

import io
import json
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs_in_process import SAYS, Job, graded, rubric_of
from verdicts_by_hand import check_data, verdict_of

from checkwright_runner.run.reports.junit import JUnit
from checkwright_runner.run.verdict_rows import VerdictRow, read_row


def document(*rows):
    junit = JUnit()
    for row in rows:
        junit.add(row)
    stream = io.BytesIO()
    junit.write(stream.write)
    junit.close()
    return ET.fromstring(stream.getvalue())


def row(*checks, line=1, sample=0, **fields):
    return VerdictRow(verdict_of(*checks, **fields), line, sample, {})


def test_each_status_has_its_element(kinds):
    """Passed has none, failed is a failure, error an error, not scored a skipped test."""
    job = Job(rubric_of(kinds, SAYS, {"kind": "test.breaks", "how": "service"}))
    plain = Job(rubric_of(kinds, SAYS))
    texts = ({"response": "hello"}, {"response": "bye"}, {"response": None}, b"nope")
    rows = [*graded(plain, kinds, *texts)[0], *graded(job, kinds, {"response": "bye"})[0]]
    root = document(*(read_row(json.dumps(one).encode()) for one in rows))
    assert root.attrib == {"tests": "5", "failures": "1", "errors": "2", "skipped": "1"}
    assert root[0].attrib == {"name": "checkwright", **root.attrib}
    assert [[(one.tag, one.text) for one in case] for case in root[0]] == [
        [],
        [("failure", "polite: the word is missing")],
        [("skipped", None)],
        [("error", "not JSON: Expecting value (character 1)")],
        [("error", "test.breaks: the judge is down")],
    ]
    assert [case[0].get("message") for case in root[0] if len(case)] == [one["reason"] for one in rows[1:]]


def test_a_test_case_is_named_by_its_question_and_sample():
    """The first sample bears the plain id; what has no question is named by its line."""
    root = document(row(), row(sample=1), row(ident=None, line=7), row(rubric=None, line=None, sample=None))
    assert [(case.get("classname"), case.get("name")) for case in root[0]] == [
        ("rubric/t@1.0", "Q"),
        ("rubric/t@1.0", "Q [1]"),
        ("rubric/t@1.0", "line 7"),
        ("no rubric", "Q"),
    ]


def test_every_failed_check_gives_its_reason():
    """One line each; checks that passed or could not be executed are not among them."""
    checks = [
        check_data("failed", ident="polite", reason="a < b"),
        check_data("passed", reason="fine"),
        check_data("not_executable", reason="nobody"),
        check_data("failed", kind="test.says", reason="c"),
    ]
    root = document(row(*checks, passed=False))
    assert root[0][0][0].text == "polite: a < b\ntest.says: c"


@pytest.mark.parametrize("text", ["]]>&<\"'", "\0\x1b[1m\ud800\ufffe\uffff", "\u202e\u2028\u0085\r\n", "😀é"])
def test_what_xml_cannot_hold_is_escaped(text):
    """Ids, references and reasons from anywhere make a well-formed document."""
    root = document(row(ident=text, status="error", reason=text, rubric=text))
    assert root[0][0].get("name").isprintable()
    assert root[0][0][0].text.isprintable()


@given(text=st.text(st.characters(codec=None, categories=None)), passed=st.booleans())
def test_any_text_makes_a_well_formed_document(text, passed):
    """No character breaks it, and a printable text of a line comes back as it was."""
    root = document(row(check_data("failed", reason=text[:300] or "-"), ident=text, passed=passed))
    if text.isprintable():
        assert root[0][0].get("name") == text
