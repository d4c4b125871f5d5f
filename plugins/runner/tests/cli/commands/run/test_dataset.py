"""`checkwright run --dataset`: rubrics by reference, gates, reports, and arguments that fit together."""

import json
import xml.etree.ElementTree as ET

import pytest
from command_in_process import RUBRIC, cli

DATASET = """\
questions:
  - {id: a, input: "?", rubric_ref: rubric/greeting@1.0}
  - {id: b, input: "?", rubric_ref: rubric/greeting@1.0}
  - {id: words, input: "?", rubric_ref: rubric/words@1.0}
  - {id: off, input: "?", rubric_ref: rubric/off@1.0}
  - {id: lost, input: "?", rubric_ref: rubric/greting@1.0}
  - {id: older, input: "?", rubric_ref: rubric/greeting@0.9}
  - {id: none, input: "?"}
"""
ROWS = [
    {"question_id": name, "response": "hello"} for name in ("a", "b", "words", "off", "lost", "older", "none")
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubrics").mkdir()
    words = "id: words\nversion: '1.0'\nchecks: [{kind: test.words}]\nscoring: {combine: min}\n"
    for name, text in (
        ("greeting", RUBRIC),
        ("words", words),
        ("off", RUBRIC.replace("id: greeting", "id: off\nenabled: false")),
    ):
        (tmp_path / f"rubrics/{name}.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "dataset.yaml").write_text(DATASET, encoding="utf-8")
    write(tmp_path, *ROWS)
    return tmp_path


def write(folder, *rows):
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    (folder / "rows.jsonl").write_text(text, encoding="utf-8")


def run(*argv, dataset="dataset.yaml", **options):
    return cli(
        "run", "--dataset", dataset, "--rubrics", "rubrics", "--responses", "rows.jsonl", "--workers", 0,
        *argv, **options,
    )  # fmt: skip


def summary(ran):
    """The lines of stderr that are not of the plugins of this environment."""
    return [line for line in ran.err.splitlines() if "plugin problem" not in line]


def test_each_row_is_graded_by_the_rubric_of_its_question(folder):
    """Not-scored rows beside scored ones give 0."""
    ran = run()
    assert ran.code == 0
    assert [(row["id"], row["rubric"], row["status"]) for row in ran.rows] == [
        ("a", "rubric/greeting@1.0", "scored"),
        ("b", "rubric/greeting@1.0", "scored"),
        ("words", "rubric/words@1.0", "not_scored"),
        ("off", "rubric/off@1.0", "not_scored"),
        ("lost", "rubric/greting@1.0", "not_scored"),
        ("older", "rubric/greeting@0.9", "not_scored"),
        ("none", None, "not_scored"),
    ]


def test_a_reference_to_no_rubric_is_warned_of_once(folder):
    """With the near name or the versions that there are; a disabled rubric is there."""
    more = '  - {id: older2, input: "?", rubric_ref: rubric/greeting@0.9}\n'
    (folder / "dataset.yaml").write_text(DATASET + more, encoding="utf-8")
    write(folder, *ROWS * 3)
    warnings = [line for line in summary(run()) if line.startswith("warning")]
    assert warnings == [
        "warning: dataset.yaml: no rubric has the id 'greting', did you mean 'greeting'? "
        "(1 question not graded)",
        "warning: dataset.yaml: rubric/greeting@0.9 does not exist, greeting has 1.0 "
        "(2 questions not graded)",
    ]


def test_a_stale_reference_does_not_keep_a_gate_green_unseen(folder):
    """Its rows are counted apart, and the warning is there."""
    write(folder, ROWS[0], ROWS[1], ROWS[5])
    ran = run("--min-pass-rate", 1)
    assert ran.code == 0
    assert any("rubric/greeting@0.9 does not exist" in line for line in summary(ran))


def test_many_stale_references_are_counted(folder):
    """A line for each of the first, and one for the rest."""
    lines = [f'  - {{id: q{number}, input: "?", rubric_ref: rubric/r@{number}.0}}\n' for number in range(30)]
    left_out = '  - {id: left, input: "?", rubric_ref: rubric/left@1.0, disabled: true}\n'
    (folder / "dataset.yaml").write_text(DATASET + "".join(lines) + left_out, encoding="utf-8")
    warnings = [line for line in summary(run()) if line.startswith("warning")]
    assert len(warnings) == 21
    assert warnings[-1] == (
        "warning: dataset.yaml: 12 more references to no rubric (12 questions not graded)"
    )


def test_the_summary_has_a_line_for_each_rubric_and_each_check(folder):
    """Rows, outcomes, mean grade and coverage by rubric; outcomes by check."""
    write(folder, *ROWS[:3], {"question_id": "a", "response": "bye"}, "nope")
    assert summary(run())[3:] == [
        "9 rows: 2 passed, 1 failed, 5 not scored, 1 error",
        "pass rate 50.0% (2 of 4 rows); mean grade 3.33 of 5; coverage 42.9% (3 of 7 checks executed); "
        "5 not counted, since no rubric of theirs executes anything",
        "",
        "rubric               rows  passed  failed  not scored  error  mean grade  coverage",
        "rubric/greeting@0.9     1       0       0           1      0           -         -",
        "rubric/greeting@1.0     3       2       1           0      0        3.33       50%",
        "rubric/greting@1.0      1       0       0           1      0           -         -",
        "rubric/off@1.0          1       0       0           1      0           -         -",
        "rubric/words@1.0        1       0       0           1      0           -        0%",
        "no rubric               2       0       0           1      1           -         -",
        "",
        "check                        passed  failed  not executable  error",
        "greeting@1.0 [0] polite           2       1               0      0",
        "greeting@1.0 [1] test.words       0       0               3      0",
        "words@1.0 [0] test.words          0       0               1      0",
    ]


def test_a_long_table_is_cut(folder):
    """Of many lines those with most failures are shown; all of them stand in the summary file."""
    words = ["hello" if number < 30 else f"w{number}" for number in range(60)]
    checks = "\n".join(f"  - {{kind: test.says, word: {word}}}" for word in words)
    text = f'id: greeting\nversion: "1.0"\nscoring: {{combine: all_pass}}\nchecks:\n{checks}\n'
    (folder / "rubrics/greeting.yaml").write_text(text, encoding="utf-8")
    lines = summary(run("-o", "out.jsonl"))
    assert lines[-1] == "and 21 more checks, with fewer failures or none"
    shown = [line.split()[1] for line in lines if line.startswith("greeting@1.0 ")]
    assert shown == [f"[{number}]" for number in (*range(10), *range(30, 60))]
    figures = json.loads((folder / "out.jsonl.summary.json").read_text(encoding="utf-8"))["totals"]
    assert len(figures["checks"]) == 61


def test_the_summary_file_spells_what_went_in_and_what_came_out(folder):
    """Digests, the signature of each rubric or why there is none, and the totals."""
    run("-o", "out.jsonl")
    found = json.loads((folder / "out.jsonl.summary.json").read_text(encoding="utf-8"))
    assert list(found) == ["format", "responses", "dataset", "rubrics", "code", "supplies", "totals"]
    assert found["rubrics"]["rubric/greeting@1.0"]["kinds"].keys() == {"test.says", "test.words"}
    size = (folder / "rows.jsonl").stat().st_size
    assert (found["responses"]["bytes"], len(found["responses"]["sha256"])) == (size, 64)
    assert found["code"].keys() == {"test.says", "test.words"}
    assert found["rubrics"]["rubric/off@1.0"] == {"reason": "rubric/off@1.0 is disabled"}
    assert (found["totals"]["passed"], found["totals"]["not_counted"]) == (2, 5)
    assert not (folder / "out.jsonl.partial.json").exists()


@pytest.mark.parametrize(
    ("rows", "rate", "code"),
    [
        ([("a", "hello"), ("b", "hello")], "1", 0),
        ([("a", "hello"), ("b", "bye")], "0.5", 0),
        ([("a", "hello"), ("b", "bye")], "0.500001", 1),
        ([("a", "hello"), ("b", "bye")], None, 0),
        ([("a", "bye"), ("b", "bye")], "0", 0),
        ([("a", "bye"), ("b", "bye")], None, 0),
        # No response counts, since it could have been scored; no enabled rubric and vocabulary do not.
        ([("a", "hello"), ("b", None)], "0.6", 1),
        ([("a", "hello")], "0.6", 1),
        (
            [("a", "hello"), ("b", "hello"), ("words", "x"), ("off", "x"), ("lost", "x"), ("none", "x")],
            "1",
            0,
        ),
        # 3 wins over 1: an error row, or not one row scored.
        ([("a", "hello"), ("b", "hello"), ("other", "x")], "1", 3),
        ([("a", None), ("b", None)], "0", 3),
        ([("words", "x")], "0", 3),
        ([], "0", 3),
    ],
)
def test_the_gate_is_the_pass_rate(folder, rows, rate, code):
    """1 only under --min-pass-rate; the denominator is all rows that could have passed."""
    write(folder, *({"question_id": name, "response": text} for name, text in rows))
    assert run(*([] if rate is None else ["--min-pass-rate", rate])).code == code


def test_a_gate_that_is_missed_says_by_how_much(folder):
    """The last line names both figures."""
    write(folder, {"question_id": "a", "response": "hello"})
    ran = run("--min-pass-rate", "0.75")
    assert ran.code == 1
    assert summary(ran)[-1] == "error: the pass rate 50.0000% is under the 75.0000% that were asked for"


def test_the_report_is_junit_xml(folder):
    """One test case for each row; it is written beside any output."""
    for argv in ([], ["-o", "out.jsonl"], ["-o", "out.jsonl", "--workers", 1]):
        run("--junit", "junit.xml", *argv)
        root = ET.parse(folder / "junit.xml").getroot()
        assert root.attrib == {"tests": "7", "failures": "0", "errors": "0", "skipped": "5"}
        assert [case.get("name") for case in root[0]] == [row["question_id"] for row in ROWS]


def test_a_report_that_cannot_be_written_is_said_at_once(folder):
    """Nobody waits for hours to learn it."""
    ran = run("--junit", "none/junit.xml", "-o", "out.jsonl")
    assert (ran.code, summary(ran)[-1]) == (
        2,
        "error: none/junit.xml: cannot be written: No such file or directory",
    )
    assert not (folder / "out.jsonl").exists()


def test_one_rubric_grades_all_questions(folder):
    """--rubric comes before the rubrics that questions name, which are not even looked for."""
    ran = cli(
        "run", "--dataset", "dataset.yaml", "--rubric", "rubrics/greeting.yaml", "--responses", "rows.jsonl",
        "--workers", 0,
    )  # fmt: skip
    assert ran.code == 0
    assert {row["rubric"] for row in ran.rows} == {"rubric/greeting@1.0"}
    assert [line for line in summary(ran) if "rubric" in line] == []


def test_a_dataset_with_mistakes_grades_nothing(folder):
    """Its problems are printed with their places."""
    (folder / "bad.yaml").write_text("questions:\n  - {id: a}\n", encoding="utf-8")
    ran = run(dataset="bad.yaml")
    assert (ran.code, ran.out) == (3, "")
    assert any(line.startswith("bad.yaml:2:5: error: ") for line in summary(ran))


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "error: what to grade by is missing: give --rubric FILE, or --dataset and --rubrics"),
        (
            ["--dataset", "dataset.yaml"],
            "error: --dataset needs --rubrics DIR, or --rubric FILE for all questions",
        ),
        (
            ["--rubric", "r", "--workers", "-1"],
            "argument --workers: '-1' is not a whole number from 0 to 1,000",
        ),
        (
            ["--rubric", "r", "--workers", "x"],
            "argument --workers: 'x' is not a whole number from 0 to 1,000",
        ),
        (
            ["--rubric", "r", "--row-timeout", "nan"],
            "argument --row-timeout: 'nan' is not a number from 0 to 1,000,000",
        ),
        (
            ["--rubric", "r", "--min-pass-rate", "50"],
            "argument --min-pass-rate: '50' is not a number from 0 to 1",
        ),
    ],
)
def test_wrong_usage_is_2(folder, argv, message):
    """Nothing is read, and one line says what is wrong."""
    ran = cli("run", "--responses", "rows.jsonl", *argv)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_worker_that_cannot_start_is_2(folder, monkeypatch):
    """The message says what does without it."""
    monkeypatch.setattr("sys.executable", str(folder / "none"))
    ran = run("--workers", 1)
    assert (ran.code, summary(ran)[-1]) == (
        2,
        "error: no worker process can be started: No such file or directory; --workers 0 does without",
    )


def test_an_output_that_is_no_file_is_written_as_it_is(folder):
    """There is nothing beside it, and nothing to resume."""
    (folder / "link").symlink_to("/dev/null")
    for argv in ([], ["--resume"]):
        ran = run("-o", "link", *argv)
        assert (ran.code, ran.out) == (0, "")
    assert not list(folder.glob("*.partial*"))
    assert not list(folder.glob("*.summary*"))
