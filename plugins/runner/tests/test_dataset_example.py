"""The dataset example: each answer gets the verdict that is written beside it."""

import json
from pathlib import Path

import pytest
from runs_in_process import Job, Resources, RubricStore, graded

from checkwright import load_dataset, load_kinds

_EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "dataset"


def _rows(name):
    return [json.loads(line) for line in (_EXAMPLE / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def verdicts():
    kinds = load_kinds()
    store = RubricStore.from_directory(_EXAMPLE / "rubrics", kinds=kinds)
    job = Job(None, load_dataset(_EXAMPLE / "dataset.yaml"), Resources(store))
    return graded(job, kinds, *_rows("responses.jsonl"))


def test_each_answer_gets_the_verdict_written_beside_it(verdicts):
    """Status, pass and failed checks of every row, those of questions without an answer included."""
    found = [
        {
            "question_id": verdict["id"],
            "sample": verdict["sample"],
            "status": verdict["status"],
            "passed": verdict["passed"],
            "failed": [check["id"] for check in verdict["checks"] if check["status"] == "failed"],
        }
        for verdict in verdicts[0]
    ]
    assert found == _rows("expected.jsonl")


def test_the_example_shows_every_way_not_to_be_scored(verdicts):
    """No row, no response, a disabled rubric, none at all: the first two count against the pass rate."""
    rows, totals = verdicts
    assert {row["id"]: row["reason"].partition(";")[0] for row in rows if row["status"] == "not_scored"} == {
        "V4": "no response, nothing executed",
        "H1": "rubric/opening_hours@1.0 is disabled",
        "N1": "the question names no rubric",
        "F7": "no response row",
    }
    assert (totals.apart, totals.counted, totals.errors) == (2, 19, 0)


def test_the_example_is_of_a_realistic_mix(verdicts):
    """Twenty questions, six rubrics of which five are used, and most checks both pass and fail."""
    rows, totals = verdicts
    assert len({row["id"] for row in rows}) == 20
    assert len(totals.by_rubric) == 6
    idle = [key[2] for key, counts in totals.by_check.items() if not (counts["passed"] and counts["failed"])]
    assert sorted(idle) == ["says_where", "turns_down"]
