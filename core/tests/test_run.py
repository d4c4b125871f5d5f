"""The batch run as library code: rows in, verdict rows out, totals."""

import io
import json

import pytest
from jsonschema import Draft202012Validator
from kinds_for_tests import KINDS

import checkwright_schema
from checkwright import compile_rubric, load_kinds
from checkwright.responses import Row, read_responses
from checkwright.run import is_gradable, json_line, run
from checkwright.totals import Totals

SAYS = {"kind": "test.says", "id": "polite", "word": "hello"}
WORDS = {"kind": "test.words"}


@pytest.fixture
def plan_of(kinds, rubric_of):
    return lambda *checks, **scoring: compile_rubric(rubric_of(*checks, **scoring), kinds=kinds)


def test_a_row_becomes_its_verdict_with_line_sample_and_row(plan_of):
    """A verdict row is the verdict of the plan, and three fields more."""
    plan = plan_of(SAYS, WORDS)
    (row,) = run(plan, [Row(7, "Q1", 2, "hello", None, {"model": "m"})])
    extra = {name: row.pop(name) for name in ("line", "sample", "row")}
    assert extra == {"line": 7, "sample": 2, "row": {"model": "m"}}
    assert row["case"] == "Q1"
    assert (row["status"], row["passed"], row["coverage"]) == ("scored", True, {"executed": 1, "checks": 2})
    assert row["signature"] == plan.head.signature
    assert row["checks"][0]["evidence"] == [{"kind": "span", "where": [0, 5], "text": "hello"}]


def test_a_bad_row_becomes_an_error_verdict_and_the_run_goes_on(plan_of):
    """The rubric is still known, nothing was checked, and the next row is graded."""
    bad, good = run(plan_of(SAYS), [Row(3, "Q", 0, problem="not JSON\x1b[1m"), Row(4, response="hello")])
    assert (bad["rubric"], bad["case"], bad["line"], bad["sample"]) == ("rubric/t@1.0", "Q", 3, 0)
    assert (bad["status"], bad["score"], bad["passed"], bad["checks"]) == ("error", None, None, [])
    assert bad["reason"] == "not JSON\\x1b[1m"
    assert good["passed"] is True


def test_no_response_is_not_scored(plan_of):
    """null is no failing reply."""
    (row,) = run(plan_of(SAYS), [Row(1, response=None)])
    assert (row["status"], row["score"], row["passed"]) == ("not_scored", None, None)


def test_verdict_rows_are_made_when_they_are_asked_for(plan_of):
    """Nothing is read ahead."""
    rows = iter([Row(1, response="a"), Row(2, response="b")])
    next(run(plan_of(SAYS), rows))
    assert next(rows).line == 2


def test_every_verdict_row_fits_the_published_schema(plan_of):
    """Scored, not scored and error rows, of good and bad lines, are as verdict.schema.json says."""
    validator = Draft202012Validator(checkwright_schema.schema("verdict"))
    lines = b'{"question_id": 1, "response": "hello", "x": [1]}\n{"response": null}\n'
    lines += b'nope\n[]\n{"response": "\\ud800"}'
    plan = plan_of(SAYS, WORDS, {"kind": "test.breaks", "how": "dirty reason"})
    broken = plan_of(
        {"kind": "test.breaks", "how": "KeyError"}, {"kind": "test.breaks", "how": "bad evidence"}
    )
    rows = [row for one in (plan, broken) for row in run(one, read_responses(io.BytesIO(lines)))]
    assert {row["status"] for row in rows} == {"scored", "not_scored", "error"}
    for row in rows:
        assert list(validator.iter_errors(json.loads(json_line(row)))) == []


def test_a_line_holds_any_text():
    """Text stays as it is, lone surrogates become escapes, and ascii_only escapes everything."""
    data = {"a": "é\u2028😀", "b": "\ud800x"}
    assert json_line(data) == '{"a": "é\u2028😀", "b": "\\ud800x"}\n'.encode()
    assert json_line(data, ascii_only=True) == b'{"a": "\\u00e9\\u2028\\ud83d\\ude00", "b": "\\ud800x"}\n'
    for ascii_only in (False, True):
        assert json.loads(json_line(data, ascii_only=ascii_only)) == data


def test_vocabulary_alone_is_not_gradable(kinds, rubric_of):
    """One check with an executor, or of a kind that is missing, is enough to be gradable."""
    assert not is_gradable(rubric_of(WORDS, WORDS), kinds)
    assert is_gradable(rubric_of(WORDS, SAYS), kinds)
    none = load_kinds(plugins=KINDS[:1], entry_points=False)
    assert is_gradable(rubric_of(WORDS), none)


def totals_of(plan, *responses, gradable=True):
    totals = Totals()
    for number, response in enumerate(responses):
        row = Row(number, problem="bad") if response is ... else Row(number, response=response)
        (verdict,) = run(plan, [row])
        totals.add(verdict, gradable=gradable)
    return totals


def test_totals_count_every_status(plan_of):
    """Rows, rates and each check by outcome; the pass rate counts errors and rows without a response."""
    totals = totals_of(plan_of(SAYS, WORDS), "hello", "hello!", "hello?", "no", None, ...)
    assert (totals.rows, totals.passed, totals.failed, totals.not_scored, totals.errors) == (6, 3, 1, 1, 1)
    assert (totals.scored, totals.counted, totals.apart) == (4, 6, 0)
    assert totals.pass_rate == 0.5
    assert totals.mean_grade == 3.75
    assert totals.coverage == 0.4
    assert totals.by_check == {
        ("rubric/t@1.0", 0, "polite"): {"passed": 3, "failed": 1, "not_executable": 1, "error": 0},
        ("rubric/t@1.0", 1, "test.words"): {"passed": 0, "failed": 0, "not_executable": 5, "error": 0},
    }


def test_rows_of_vocabulary_alone_are_counted_apart(plan_of):
    """Nobody could have scored them, so they are no part of the pass rate; an unreadable one is."""
    totals = totals_of(plan_of(WORDS), "hello", None, ..., gradable=False)
    assert (totals.not_scored, totals.apart, totals.counted, totals.pass_rate) == (2, 2, 1, 0.0)


def test_nothing_counted_has_no_rates():
    """Without rows there is no pass rate, no grade and no coverage, rather than zeros."""
    totals = Totals()
    assert (totals.pass_rate, totals.mean_grade, totals.coverage) == (None, None, None)


def test_the_first_five_errors_are_kept(plan_of):
    """They are enough to see what is wrong; keeping all would grow with the file."""
    totals = totals_of(plan_of(SAYS), *([...] * 7))
    assert totals.errors == 7
    assert totals.first_errors == [(number, "bad") for number in range(5)]


def test_checks_of_one_kind_are_counted_apart(plan_of):
    """Checks are told apart by position: ids are optional."""
    one, two = {"kind": "test.says", "word": "a"}, {"kind": "test.says", "word": "b"}
    totals = totals_of(plan_of(one, two), "a", "a")
    assert [(key[1], counts["passed"]) for key, counts in totals.by_check.items()] == [(0, 2), (1, 0)]
