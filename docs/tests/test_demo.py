"""`make demo` shows what it promises, and notices when a verdict is not the expected one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SUPPORT = EXAMPLES / "support"
DATASET = EXAMPLES / "dataset"
REPAIR = EXAMPLES / "repair"


def _demo(folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, folder / "demo.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def test_the_demo_shows_a_summary_and_two_failures() -> None:
    """Forty replies, their totals, two failed checks with their reasons, and all verdicts as expected."""
    code, text = _demo(SUPPORT)
    assert code == 0, text
    assert "40 rows: 20 passed, 19 failed, 1 not scored, 0 errors" in text
    assert "contains 'guarantee', '100% refund'" in text
    assert "without the invisible U+200B" in text
    assert "40 of 40 verdicts are those that expected.jsonl asks for" in text


def test_the_demo_fails_when_a_verdict_differs(tmp_path: Path) -> None:
    """With another expectation for S01 it names S01 and exits with 1."""
    folder = Path(shutil.copytree(SUPPORT, tmp_path / "support"))
    expected = folder / "expected.jsonl"
    text = expected.read_text(encoding="utf-8")
    expected.write_text(text.replace('"passed": true', '"passed": false', 1), encoding="utf-8")
    code, text = _demo(folder)
    assert code == 1
    assert "another verdict than expected: S01" in text


def test_the_demo_of_a_dataset_shows_its_summary() -> None:
    """Totals of all rows and of each rubric, what is not scored and why, and all verdicts as expected."""
    code, text = _demo(DATASET)
    assert code == 0, text
    assert "21 rows: 10 passed, 7 failed, 4 not scored, 0 errors" in text
    assert "rubric/visitor_reply@1.0     4       2       1           1      0        3.75       75%" in text
    assert "  H1: rubric/opening_hours@1.0 is disabled" in text
    assert "21 of 21 verdicts are those that expected.jsonl asks for" in text


def test_the_demo_of_a_dataset_fails_when_a_verdict_differs(tmp_path: Path) -> None:
    """With another expectation for F1 it names F1 and exits with 1."""
    folder = Path(shutil.copytree(DATASET, tmp_path / "dataset"))
    expected = folder / "expected.jsonl"
    text = expected.read_text(encoding="utf-8")
    expected.write_text(text.replace('"passed": true', '"passed": false', 1), encoding="utf-8")
    code, text = _demo(folder)
    assert code == 1
    assert "another verdict than expected: F1" in text


def test_the_demo_of_repairs_runs_commands_in_a_sandbox() -> None:
    """Seven replies to two questions: two that mend, five that do not, each for its own reason."""
    code, text = _demo(REPAIR)
    if code == 3:
        assert os.environ.get("CHECKWRIGHT_REQUIRE_TOOLS") != "1", text
        pytest.skip(text)
    assert code == 0, text
    assert "7 rows: 2 passed, 5 failed, 0 not scored, 0 errors" in text
    assert "time limit: ended after 2 s" in text
    assert "7 of 7 verdicts are those that expected.jsonl asks for" in text
