"""The quick-start example: one check passes, one fails, one cannot be executed."""

from pathlib import Path

import checkwright

_QUICKSTART = Path(__file__).parents[3] / "docs" / "examples" / "quickstart"


def test_the_quick_start_shows_three_statuses() -> None:
    """The reply passes one check, fails one, and one is left to judges; with all_pass it fails."""
    kinds = checkwright.load_kinds()
    rubric = checkwright.load_rubric(_QUICKSTART / "rubric.yaml", kinds=kinds)
    reply = (_QUICKSTART / "reply.txt").read_text(encoding="utf-8")
    verdict = checkwright.score(rubric, checkwright.Case(reply), kinds=kinds).to_dict()
    assert [(check["id"], check["status"]) for check in verdict["checks"]] == [
        ("says_sorry", "passed"),
        ("gives_time_frame", "failed"),
        ("sounds_friendly", "not_executable"),
    ]
    assert (verdict["status"], verdict["passed"], verdict["score"]) == ("scored", False, 0.0)
