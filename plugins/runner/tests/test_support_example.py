"""The support example: the program gives each reply the verdict that is written beside it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import checkwright

_SUPPORT = Path(__file__).parents[3] / "docs" / "examples" / "support"


@cache
def _rows(name: str) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(line) for line in (_SUPPORT / name).read_text(encoding="utf-8").splitlines())


@cache
def _plan() -> checkwright.Plan:
    kinds = checkwright.load_kinds()
    return checkwright.compile_rubric(
        checkwright.load_rubric(_SUPPORT / "rubric.yaml", kinds=kinds), kinds=kinds
    )


def _verdict(row: dict[str, Any]) -> dict[str, Any]:
    return _plan().score(checkwright.Case(response=row["response"], id=row["question_id"])).to_dict()


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        pytest.param(row, expected, id=row["question_id"])
        for row, expected in zip(_rows("responses.jsonl"), _rows("expected.jsonl"), strict=True)
    ],
)
def test_each_reply_gets_the_verdict_written_beside_it(row: dict[str, Any], expected: dict[str, Any]) -> None:
    """Status, pass and failed checks of a reply are those that are written beside it."""
    verdict = _verdict(row)
    got = {
        "question_id": verdict["id"],
        "status": verdict["status"],
        "passed": verdict["passed"],
        "failed": [check["id"] for check in verdict["checks"] if check["status"] == "failed"],
    }
    assert got == expected


def test_every_failed_check_of_the_rubric_occurs() -> None:
    """Each check that is executed fails at least one reply and passes another, so none of them is idle."""
    statuses: dict[str, set[str]] = {}
    for row in _rows("responses.jsonl"):
        for check in _verdict(row)["checks"]:
            statuses.setdefault(check["id"], set()).add(check["status"])
    assert statuses.pop("tone") == {"not_executable"}
    assert len(statuses) == 9
    assert all(found >= {"passed", "failed"} for found in statuses.values()), statuses


def test_the_example_is_of_a_realistic_size_and_mix() -> None:
    """Forty replies with ids of their own, eight languages or more, at least ten passing and ten failing."""
    ids = [row["question_id"] for row in _rows("responses.jsonl")]
    assert len(set(ids)) == 40 == len(ids)
    assert len({row["lang"].partition("-")[0] for row in _rows("responses.jsonl")}) >= 8
    passed = [row["passed"] for row in _rows("expected.jsonl")]
    assert min(passed.count(True), passed.count(False)) >= 10
    assert passed.count(None) == 1


def test_losing_exactly_what_may_be_lost_just_passes() -> None:
    """A reply that misses only the checks that may be missed stands exactly on the threshold, and passes."""
    row = next(row for row in _rows("responses.jsonl") if row["question_id"] == "S11")
    verdict = _verdict(row)
    assert verdict["score"] == pytest.approx(0.9, abs=1e-12)
    assert verdict["coverage"] == {"executed": 9, "checks": 10}


def test_the_readme_explains_what_the_program_says() -> None:
    """The two failures that the page walks through name what it says they name."""
    reasons = {}
    for row in _rows("responses.jsonl"):
        reasons[row["question_id"]] = {check["id"]: check for check in _verdict(row)["checks"]}
    promise = reasons["S04"]["promises_nothing"]
    assert "guarantee" in promise["reason"]
    assert "100% refund" in promise["reason"]
    assert [item["text"] for item in promise["evidence"]] == ["guarantee", "100% refund"]
    assert "U+200B" in reasons["S33"]["acknowledges"]["reason"]
