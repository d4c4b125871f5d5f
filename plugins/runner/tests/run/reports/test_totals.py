"""What the verdicts of a run come to."""

import json

import pytest
from runs_in_process import SAYS, WORDS, Job, graded, rubric_of

from checkwright_runner.run.reports.totals import Tally, Totals

ROWS = [{"question_id": "Q", "response": text} for text in ("hello", "hello!", "hello?", "no", None)]


@pytest.fixture
def totals_of(kinds):
    return lambda *checks, rows=(*ROWS, b"nope"): graded(Job(rubric_of(kinds, *checks)), kinds, *rows)[1]


def test_totals_count_every_status(totals_of):
    """Rows, rates and each check by outcome; the pass rate counts errors and rows without a response."""
    totals = totals_of(SAYS, WORDS)
    assert (totals.rows, totals.passed, totals.failed, totals.not_scored, totals.errors) == (6, 3, 1, 1, 1)
    assert (totals.scored, totals.counted, totals.apart) == (4, 6, 0)
    assert totals.pass_rate == 0.5
    assert totals.mean_grade == 3.75
    assert totals.coverage == 0.4
    assert totals.by_check == {
        ("rubric/t@1.0", 0, "polite"): {"passed": 3, "failed": 1, "not_executable": 1, "error": 0},
        ("rubric/t@1.0", 1, "test.words"): {"passed": 0, "failed": 0, "not_executable": 5, "error": 0},
    }


def test_rows_of_vocabulary_alone_are_counted_apart(totals_of):
    """Nobody could have scored them, so they are no part of the pass rate; an unreadable one is."""
    totals = totals_of(WORDS)
    assert (totals.not_scored, totals.apart, totals.counted, totals.pass_rate) == (5, 5, 1, 0.0)


def test_nothing_counted_has_no_rates():
    """Without rows there is no pass rate, no grade and no coverage, rather than zeros."""
    totals = Totals()
    assert (totals.pass_rate, totals.mean_grade, totals.coverage) == (None, None, None)


def test_the_first_five_errors_are_kept(totals_of):
    """They are enough to see what is wrong; keeping all would grow with the file."""
    totals = totals_of(SAYS, rows=[b"nope"] * 7)
    assert totals.errors == 7
    assert [line for line, _ in totals.first_errors] == [1, 2, 3, 4, 5]


def test_checks_of_one_kind_are_counted_apart(totals_of):
    """Checks are told apart by position: ids are optional."""
    one, two = {"kind": "test.says", "word": "hello!"}, {"kind": "test.says", "word": "hello"}
    totals = totals_of(one, two, rows=ROWS)
    assert [(key[1], counts["passed"]) for key, counts in totals.by_check.items()] == [(0, 1), (1, 3)]


def test_merging_is_adding(kinds, totals_of):
    """Totals of parts come to the totals of the whole, by rubric and by check."""
    whole = Totals()
    for rows in (ROWS[:2], [b"nope"], ROWS[2:]):
        whole.merge(totals_of(SAYS, WORDS, rows=rows))
    together = totals_of(SAYS, WORDS, rows=[*ROWS[:2], b"nope", *ROWS[2:]])
    assert whole.to_dict() == together.to_dict()
    whole.merge(Tally())
    assert whole.to_dict() == together.to_dict()


def test_totals_are_told_as_json(totals_of):
    """All rows, each rubric, each check, in an order that does not depend on the rows."""
    told = totals_of(SAYS).to_dict()
    assert json.loads(json.dumps(told)) == told
    assert (told["pass_rate"], told["mean_grade"], told["not_counted"]) == (0.5, 3.75, 0)
    assert [one["rubric"] for one in told["rubrics"]] == ["rubric/t@1.0"]
    assert told["checks"] == [
        {
            "rubric": "rubric/t@1.0",
            "index": 0,
            "check": "polite",
            "passed": 3,
            "failed": 1,
            "not_executable": 1,
            "error": 0,
        }
    ]
    assert Totals().to_dict()["pass_rate"] is None
