"""`checkwright run`: a verdict per row, a file that appears whole, a summary, an exit code."""

import json
import sys

import pytest
from command_in_process import RUBRIC, cli

from checkwright_runner.cli.parser import top_parser
from checkwright_runner.cli.writing.sink import sink

ROWS = """\
{"question_id": "a", "response": "hello", "model": "m"}
{"question_id": "b", "response": "bye"}

{"question_id": "a", "response": "hello again"}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubric.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text(ROWS, encoding="utf-8")
    return tmp_path


def run(*argv, rubric="rubric.yaml", responses="rows.jsonl", **options):
    return cli("run", "--rubric", rubric, "--responses", responses, *argv, **options)


def summary(ran):
    """The lines of stderr that are not of the plugins of this environment."""
    return [line for line in ran.err.splitlines() if "plugin problem" not in line]


def test_a_verdict_per_row_goes_to_stdout(folder):
    """In order, with line, sample and the other fields; done is 0, failed rows included."""
    ran = run()
    assert ran.code == 0
    assert [(row["id"], row["line"], row["sample"], row["passed"], row["row"]) for row in ran.rows] == [
        ("a", 1, 0, True, {"model": "m"}),
        ("b", 2, 0, False, {}),
        ("a", 4, 1, True, {}),
    ]


def test_the_summary_is_plain_text_on_stderr(folder):
    """Counts, rates, and each check by outcome."""
    assert summary(run()) == [
        "3 rows: 2 passed, 1 failed, 0 not scored, 0 errors",
        "pass rate 66.7% (2 of 3 rows); mean grade 3.33 of 5; coverage 50.0% (3 of 6 checks executed)",
        "",
        "check           passed  failed  not executable  error",
        "[0] polite           2       1               0      0",
        "[1] test.words       0       0               3      0",
    ]


def test_the_output_file_holds_what_stdout_would(folder):
    """-o gives the same bytes, prints nothing, and leaves no partial file."""
    ran = run("-o", "out.jsonl")
    assert (ran.code, ran.out) == (0, "")
    assert (folder / "out.jsonl").read_bytes() == run().out.encode() == run("-o", "-").out.encode()
    assert not (folder / "out.jsonl.partial").exists()


def test_an_older_output_is_replaced_when_the_new_one_is_complete(folder):
    """The last rename is all that touches it; --restart begins the partial file of an earlier run anew."""
    (folder / "out.jsonl").write_text("old", encoding="utf-8")
    (folder / "out.jsonl.partial").write_text("older and longer than anything new" * 1000, encoding="utf-8")
    run("-o", "out.jsonl", "--restart")
    assert (folder / "out.jsonl").read_bytes() == run().out.encode()


def test_an_interrupted_run_leaves_what_it_did_beside_the_output(folder):
    """OUT is as it was, OUT.partial holds the rows that were done, and the code is 130."""
    (folder / "stop.yaml").write_text(
        'id: stop\nversion: "1.0"\nscoring: {combine: min}\nchecks:\n'
        "  - {kind: test.says, word: a}\n  - {kind: test.breaks, how: KeyboardInterrupt}\n",
        encoding="utf-8",
    )
    (folder / "out.jsonl").write_text("old", encoding="utf-8")
    (folder / "null.jsonl").write_text('{"response": null}\n{"response": "x"}\n', encoding="utf-8")
    ran = run("-o", "out.jsonl", "--workers", 0, rubric="stop.yaml", responses="null.jsonl")
    assert ran.code == 130
    assert summary(ran) == [
        "warning: out.jsonl is not complete: what was done stands in out.jsonl.partial",
        "interrupted",
    ]
    assert (folder / "out.jsonl").read_text(encoding="utf-8") == "old"
    (row,) = (folder / "out.jsonl.partial").read_text(encoding="utf-8").splitlines()
    assert json.loads(row)["status"] == "not_scored"


def test_a_run_that_did_nothing_does_not_say_where_it_stands(folder):
    """Where no row was done there is nothing to look for."""
    (folder / "stop.yaml").write_text(
        'id: stop\nversion: "1.0"\nscoring: {combine: min}\n'
        "checks: [{kind: test.breaks, how: KeyboardInterrupt}]\n",
        encoding="utf-8",
    )
    ran = run("-o", "out.jsonl", "--workers", 0, rubric="stop.yaml")
    assert (ran.code, summary(ran)) == (130, ["interrupted"])


def test_a_partial_file_that_was_removed_is_not_said_to_stand(folder, capsys):
    """What was done is lost, and nobody is sent to look for it."""

    def lose():
        with sink("out.jsonl") as out:
            out.begin({})
            out.write(b"{}\n")
            (folder / "out.jsonl.partial").unlink()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lose()
    assert capsys.readouterr().err == (
        "warning: out.jsonl is not complete: out.jsonl.partial was removed, with what was done\n"
    )


def test_a_number_that_json_has_not_is_said_once(folder):
    """The first place, how many rows have one, and nulls in the verdicts; the rows are graded."""
    rows = '{"response": "hello", "loss": 0.5}\n{"response": "hello", "loss": NaN, "n": 1e999}\n'
    (folder / "gaps.jsonl").write_text(rows + rows, encoding="utf-8")
    for workers in (0, 2):
        ran = run("--workers", workers, responses="gaps.jsonl")
        assert (ran.code, [row["row"] for row in ran.rows]) == (
            0,
            [{"loss": 0.5}, {"loss": None, "n": None}] * 2,
        )
        assert summary(ran)[:2] == [
            "warning: gaps.jsonl:2: a number in 'loss' is NaN, infinite or too large, and carried as null "
            "(2 such rows)",
            "4 rows: 4 passed, 0 failed, 0 not scored, 0 errors",
        ]


@pytest.mark.parametrize("given", ["-0", "-0.0", "0"])
def test_a_pass_rate_of_minus_zero_is_zero(given):
    """No text shows its sign."""
    arguments = ["run", "--responses", "r", "--rubric", "r", "--min-pass-rate", given]
    assert str(top_parser().parse_args(arguments).min_pass_rate) == "0.0"


def test_a_bad_row_is_an_error_with_its_line_and_the_code_is_3(folder):
    """The run goes on; the summary names the first few by file and line."""
    (folder / "bad.jsonl").write_bytes(
        ROWS.encode() + b'nope\n{"question_id": "b", "response": 1}\n' + b"[\n" * 6
    )
    ran = run(responses="bad.jsonl")
    assert ran.code == 3
    assert [row["status"] for row in ran.rows] == ["scored"] * 3 + ["error"] * 8
    assert [(row["line"], row["id"], row["sample"]) for row in ran.rows[3:5]] == [
        (5, None, None),
        (6, "b", 1),
    ]
    assert summary(ran)[:7] == [
        "error: bad.jsonl:5: not JSON: Expecting value (character 1)",
        "error: bad.jsonl:6: response must be a text or null, not 1",
        "error: bad.jsonl:7: not JSON: Expecting value (character 3)",
        "error: bad.jsonl:8: not JSON: Expecting value (character 3)",
        "error: bad.jsonl:9: not JSON: Expecting value (character 3)",
        "error: 3 more error rows",
        "11 rows: 2 passed, 1 failed, 0 not scored, 8 errors",
    ]


def test_one_error_row_is_enough_for_3(folder):
    """An error of a check counts as one of a row."""
    (folder / "breaks.yaml").write_text(
        'id: t\nversion: "1.0"\nchecks: [{kind: test.breaks, how: service}]\nscoring: {combine: min}\n',
        encoding="utf-8",
    )
    (folder / "one.jsonl").write_text('{"response": "x"}\n', encoding="utf-8")
    ran = run(rubric="breaks.yaml", responses="one.jsonl")
    assert ran.code == 3
    assert "1 row: 0 passed, 0 failed, 0 not scored, 1 error" in summary(ran)


@pytest.mark.parametrize(
    ("rows", "code"), [("", 3), ('{"response": null}', 3), ('{"response": null}\n{"response": "x"}', 0)]
)
def test_nothing_scored_is_3(folder, rows, code):
    """Rows that are not scored do no harm beside one that is."""
    (folder / "some.jsonl").write_text(rows, encoding="utf-8")
    assert run(responses="some.jsonl").code == code


def test_a_run_of_nothing_has_no_rates(folder):
    """No division by no rows, and no zeros that look like results."""
    (folder / "none.jsonl").write_text("\n\n", encoding="utf-8")
    assert summary(run(responses="none.jsonl")) == [
        "0 rows: 0 passed, 0 failed, 0 not scored, 0 errors",
        "no pass rate, since no row counts; no mean grade, since no row is scored; no checks",
    ]


def test_rows_of_a_rubric_of_vocabulary_are_counted_apart(folder):
    """Nobody could have passed, so there is no pass rate."""
    (folder / "words.yaml").write_text(
        'id: t\nversion: "1.0"\nchecks: [{kind: test.words}]\nscoring: {combine: min}\n', encoding="utf-8"
    )
    ran = run(rubric="words.yaml")
    assert ran.code == 3
    assert summary(ran)[1] == (
        "no pass rate, since no row counts; no mean grade, since no row is scored; "
        "coverage 0.0% (0 of 3 checks executed); 3 not counted, since the rubric has nothing to execute"
    )


def test_responses_come_from_standard_input(folder):
    """`-` reads it, for the rubric or for the responses."""
    assert run(responses="-", stdin=ROWS.encode()).out == run().out
    assert run(rubric="-", stdin=RUBRIC.encode()).out == run().out
    ran = run(rubric="-", responses="-")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: -: only one of the files can be the standard input\n"


def test_an_invalid_rubric_grades_nothing(folder):
    """Its problems are printed, no output is begun, and no row has a verdict: 3."""
    (folder / "bad.yaml").write_text(RUBRIC.replace("word: hello", "wrd: hello"), encoding="utf-8")
    ran = run("-o", "out.jsonl", rubric="bad.yaml")
    assert (ran.code, ran.out) == (3, "")
    assert "bad.yaml:4:35: error: checks[0].wrd: unknown field (did you mean 'word'?)" in ran.err
    assert sorted(path.name for path in folder.iterdir()) == ["bad.yaml", "rows.jsonl", "rubric.yaml"]


@pytest.mark.parametrize("missing", ["rubric", "responses"])
def test_a_missing_file_is_2_and_begins_no_output(folder, missing):
    """It is named."""
    ran = run("-o", "out.jsonl", **{missing: "none"})
    assert (ran.code, ran.out) == (2, "")
    assert summary(ran) == ["error: none: cannot be read: No such file or directory"]
    assert not (folder / "out.jsonl.partial").exists()


def test_a_folder_is_no_output(folder):
    """Nothing is graded for it."""
    ran = run("-o", ".")
    assert (ran.code, ran.out) == (2, "")
    assert summary(ran) == ["error: .: cannot be written: Is a directory"]


@pytest.mark.skipif("sys.platform != 'linux'", reason="only Linux has a file that opens and cannot be read")
def test_responses_that_cannot_be_read_on_are_2(folder):
    """An error in the middle is one line, whoever reads."""
    for argv in (["-o", "out.jsonl"], [], ["--workers", 0]):
        ran = run(*argv, responses="/proc/self/mem")
        assert (ran.code, ran.out) == (2, "")
        assert summary(ran)[-1].startswith("error: /proc/self/mem: cannot be read: ")


def test_lines_fit_any_encoding_of_stdout(folder):
    """Where stdout is not UTF-8 the JSON is ASCII, and the file is UTF-8 all the same."""
    (folder / "odd.jsonl").write_text(
        '{"question_id": "é\\ud800😀", "response": "x", "é": "\\udfff"}', encoding="utf-8"
    )
    expected = {"id": "é\ud800😀", "row": {"é": "\udfff"}}
    for encoding in ("utf-8", "ascii", "latin-1"):
        ran = run(responses="odd.jsonl", encoding=encoding)
        assert ran.out.isascii() is (encoding != "utf-8")
        assert {name: ran.rows[0][name] for name in expected} == expected
        run("-o", "out.jsonl", responses="odd.jsonl", encoding=encoding)
        assert "é\\ud800😀" in (folder / "out.jsonl").read_text(encoding="utf-8")


def test_labels_in_the_summary_are_cut_and_escaped(folder):
    """A check's id of any length and content keeps the table a table."""
    name = "\\e[31m[bold]" + "x" * 100
    (folder / "odd.yaml").write_text(RUBRIC.replace("polite", f'"{name}"'), encoding="utf-8")
    table = summary(run(rubric="odd.yaml"))[3:]
    assert table[1].startswith("[0] \\x1b[31m[bold]xxx")
    assert len({len(line) for line in table}) == 1
    assert len(table[1].split("  ")[0]) == 60


class Terminal:
    """What rich sees of a terminal."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        return

    def isatty(self):
        return True


@pytest.mark.parametrize("responses", ["rows.jsonl", "-"])
def test_a_terminal_shows_progress(folder, monkeypatch, responses):
    """A bar with rows, rate and remaining time while it runs; the summary stays."""
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("checkwright_runner.cli.commands.run.progress._EVERY", 0.0)
    ran = run("-o", "out.jsonl", responses=responses, stdin=ROWS.encode(), stderr=terminal)
    assert ran.code == 0
    assert "3 rows, " in terminal.text
    assert "rows/s" in terminal.text
    assert "3 rows: 2 passed" in terminal.text


def test_no_terminal_no_progress(folder):
    """rich is not even imported."""
    before = {name for name in sys.modules if name.partition(".")[0] == "rich"}
    for name in before:
        del sys.modules[name]
    run()
    assert not [name for name in sys.modules if name.partition(".")[0] == "rich"]


@pytest.mark.parametrize(
    ("option", "taken"),
    [("-o", "--responses"), ("-o", "--rubric"), ("--junit", "--responses"), ("--junit", "-o")],
)
def test_nothing_that_is_read_or_written_is_overwritten(tmp_path, option, taken):
    """An output that names an input, or the other output, is refused before anything is written."""
    names = {"--rubric": "r.yaml", "--responses": "in.jsonl", "-o": "o.jsonl"}
    files = {name: tmp_path / file for name, file in names.items()}
    files["--rubric"].write_text("id: t")
    files["--responses"].write_text("{}")
    before = {name: path.read_bytes() for name, path in files.items() if path.exists()}
    arguments = {name: str(path) for name, path in files.items()}
    arguments[option] = f"{tmp_path}/./{names[taken]}"
    ran = cli("run", *(word for pair in arguments.items() for word in pair))
    assert ran.code == 2
    assert f"would overwrite what {taken} reads" in ran.err
    assert {name: path.read_bytes() for name, path in files.items() if path.exists()} == before


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"--responses": "o.summary.json", "-o": "o"}, "would overwrite what --responses reads"),
        ({"--rubric": "o.partial", "-o": "o"}, "would overwrite what --rubric reads"),
        ({"--dataset": "o.partial.json", "-o": "o"}, "would overwrite what --dataset reads"),
        ({"--junit": "o.summary.json", "-o": "o"}, "would overwrite what -o reads"),
        ({"--junit": "o.partial", "-o": "o"}, "would overwrite what -o reads"),
        ({"--responses": "j.partial", "--junit": "j"}, "would overwrite what --responses reads"),
        ({"--rubrics": "folder", "-o": "folder/r.yaml"}, "would overwrite what --rubrics reads"),
        ({"--schemas": "folder", "--junit": "folder/s@1.0.json"}, "would overwrite what --schemas reads"),
    ],
)
def test_nor_is_it_by_what_is_written_beside(tmp_path, monkeypatch, changed, said):
    """The files beside an output, and documents in a folder that is read, are not overwritten either."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    arguments = {"--rubric": "r.yaml", "--responses": "in.jsonl", **changed}
    for name in {*arguments.values(), "folder/r.yaml", "folder/s@1.0.json"} - {"o", "j", "folder"}:
        (tmp_path / name).write_text("id: t")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    ran = cli("run", *(word for pair in arguments.items() for word in pair))
    assert (ran.code, said in ran.err) == (2, True), ran.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
