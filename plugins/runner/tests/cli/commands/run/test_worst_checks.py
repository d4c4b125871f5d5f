"""`checkwright run --explain N`: the checks that fail most, each with a row that shows why."""

import json
import os

import pytest
from command_in_process import cli

from checkwright_runner.cli.commands.run.worst_checks import worst_checks, worst_lines
from checkwright_runner.run.reports.failing_examples import Examples
from checkwright_runner.run.reports.totals import Totals
from checkwright_runner.run.verdict_rows import read_row

RUBRIC = """\
id: greeting
version: "1.0"
checks:
  - {kind: test.says, id: polite, word: hello}
  - {kind: test.told, id: never, score: 0, passed: false}
  - {kind: test.words}
  - {kind: test.avoids, word: fault}
scoring: {combine: all_pass}
"""
ROWS = [
    {"question_id": "a", "response": "hello"},
    {"question_id": "b", "response": "bye"},
    {"question_id": "c", "response": "hello\nit is your fault", "n": 1},
    {"question_id": "d", "response": "your fault"},
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    write(tmp_path, ROWS)
    return tmp_path


def write(folder, rows):
    (folder / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def run(*argv, responses="rows.jsonl"):
    """Run the rubric, or another one."""
    by = () if "--dataset" in argv else ("--rubric", "rubric.yaml")
    return cli("run", *by, "--responses", responses, "--plugin", "kinds_that_fail_at_a_word", *argv)


def explained(*argv, most=3, **options):
    """Give what stands behind the summary."""
    return run("--explain", most, *argv, **options).err.partition("\nthe ")[2]


EXPLAINED = """\
3 checks that fail most

[1] never: failed 4 of 4 rows, as rows.jsonl:1, a
  1 | hello

  [1]  failed  never (test.told)  0  as told

[0] polite: failed 2 of 4 rows, as rows.jsonl:2, b
  1 | bye

  [0]  failed  polite (test.says)  0  the word is missing

[3] test.avoids: failed 2 of 4 rows, as rows.jsonl:3, c
    1 | hello
    2 | it is your fault
  [3] |            ^^^^^

  [3]  failed  test.avoids  0  the word is there
"""


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_the_checks_that_fail_most_are_explained(folder, workers):
    """Most failures first, then by their place in the rubric; the first row of each; for any workers."""
    assert explained("--workers", workers) == EXPLAINED


def test_no_more_checks_are_explained_than_asked_for(folder):
    """The verdicts are what they were, and stdout holds nothing else."""
    assert explained(most=1).startswith("check that fails most\n\n[1] never: failed 4 of 4 rows")
    assert "polite" not in explained(most=1)
    plain = run()
    assert run("--explain", 9).out == plain.out
    assert "fail most" not in plain.err


def test_a_row_that_shows_where_comes_before_one_that_does_not(folder):
    """`test.avoids` points at nothing where its word stands alone."""
    write(folder, [{"response": "fault"}, {"response": "a fault"}])
    assert "[3] test.avoids: failed 2 of 2 rows, as rows.jsonl:2\n    1 | a fault\n" in explained()


def test_without_a_failed_check_that_is_said(folder):
    """In one line."""
    write(folder, [{"response": None}])
    ran = run("--explain", 3)
    assert ran.err.endswith("\n\nno check failed\n")


@pytest.mark.parametrize("most", ["x", "101", "-1"])
def test_the_number_is_from_0_to_100(folder, most):
    """Anything else is wrong usage."""
    ran = run("--explain", most)
    assert ran.code == 2
    assert "is not a whole number from 0 to 100" in ran.err


def test_rubrics_are_named_where_there_are_several(folder):
    """As in the table above."""
    (folder / "rubrics").mkdir()
    (folder / "rubric.yaml").rename(folder / "rubrics" / "rubric.yaml")
    question = {"id": "a", "input": "?", "rubric_ref": "rubric/greeting@1.0"}
    (folder / "dataset.json").write_text(json.dumps({"questions": [question]}), encoding="utf-8")
    write(folder, [{"question_id": "a", "response": "bye"}])
    ran = run("--dataset", "dataset.json", "--rubrics", "rubrics", "--explain", 1)
    assert "\ngreeting@1.0 [0] polite: failed 1 of 1 row, as rows.jsonl:1, a\n" in ran.err


def resumable(folder, whole):
    """Go back to where a run had written some lines of its output."""
    ran = run("-o", "out.jsonl", "--workers", 0)
    assert ran.code == 0
    done = (folder / "out.jsonl").read_bytes().splitlines(keepends=True)
    state = json.loads((folder / "out.jsonl.summary.json").read_bytes())
    del state["totals"]
    (folder / "out.jsonl.partial.json").write_text(json.dumps(state), encoding="utf-8")
    (folder / "out.jsonl.partial").write_bytes(b"".join(done[:whole]))


@pytest.mark.parametrize("whole", [0, 2, 4])
def test_a_run_that_goes_on_explains_what_the_whole_run_does(folder, whole):
    """Responses of rows that were graded before are read once more."""
    resumable(folder, whole)
    assert explained("-o", "out.jsonl", "--resume") == EXPLAINED


def test_a_response_that_is_gone_is_quoted(folder):
    """What decided stands in the verdict row; of a pipe, or a file that cannot be read, that is all."""
    (row,) = [row for row in run().rows if row["id"] == "c"]
    examples, totals = Examples(), Totals()
    row = read_row(json.dumps(row).encode())
    examples.add(row.verdict, row.line, None)
    totals.add(row.verdict, row.line)
    gone, end = os.pipe()
    os.close(end)
    with os.fdopen(gone, "rb", buffering=0) as pipe, (folder / "unread").open("wb") as unreadable:
        for stream in (pipe, unreadable):
            lines = worst_lines(worst_checks(examples, totals, stream, 9), "rows.jsonl", by_rubric=False)
            assert lines[-4:] == [
                "",
                "[3] test.avoids: failed 1 of 1 row, as rows.jsonl:3, c",
                "  [3]  failed  test.avoids  0  the word is there",
                "       characters 17 to 22: 'fault'",
            ]


@pytest.mark.skipif("not os.path.exists('/dev/fd')", reason="this system names no descriptors")
def test_responses_that_come_through_a_pipe_are_shown(folder):
    """They are kept as they pass by."""
    ours, theirs = os.pipe()
    with os.fdopen(theirs, "wb") as writer:
        writer.write((folder / "rows.jsonl").read_bytes())
    with os.fdopen(ours, "rb"):
        pipe = f"/dev/fd/{ours}"
        assert explained(responses=pipe) == EXPLAINED.replace("rows.jsonl", pipe)
