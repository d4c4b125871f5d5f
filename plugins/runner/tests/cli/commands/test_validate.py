"""`checkwright validate`: every mistake with its place, and the exit code for a script."""

import pytest
from command_in_process import RUBRIC, cli
from parsing import parsed_by

BAD = RUBRIC.replace("word: hello", "wrd: hello").replace("all_pass", "al_pass")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    (tmp_path / "warned.yaml").write_text(
        RUBRIC.replace("all_pass", "all_pass, threshold: 0.5"), encoding="utf-8"
    )
    return tmp_path


def problems(ran):
    """The lines of stdout that are not of the plugins of this environment."""
    return [line for line in ran.out.splitlines() if "a plugin failed to load" not in line]


def test_a_valid_file_gives_nothing_but_the_count(folder):
    """No problems on stdout, one line on stderr, code 0."""
    ran = cli("validate", "good.yaml")
    assert (ran.code, problems(ran)) == (0, [])
    assert ran.err.startswith("1 file: 1 valid")


def test_every_mistake_is_one_located_line(folder):
    """File, line, column, sentence and hint."""
    ran = cli("validate", "bad.yaml")
    assert ran.code == 1
    assert [line.split(": ")[0] for line in problems(ran)] == ["bad.yaml:4:35", "bad.yaml:6:20"]
    assert "did you mean 'word'?" in problems(ran)[0]
    assert "did you mean 'all_pass'?" in problems(ran)[1]
    assert ran.err.startswith("1 file: 0 valid, 1 invalid (2 errors")


def test_a_misspelt_kind_is_one_mistake(folder):
    """The field that was meant is named where the wrong one stands."""
    (folder / "knd.yaml").write_text(RUBRIC.replace("{kind: test.says", "{knd: test.says"), encoding="utf-8")
    (problem,) = problems(cli("validate", "knd.yaml"))
    assert problem == "knd.yaml:4:6: error: checks[0].knd: unknown field (did you mean 'kind'?)"


def test_a_warning_does_not_fail(folder):
    """It is printed, and the file is valid."""
    ran = cli("validate", "warned.yaml")
    assert ran.code == 0
    assert len(problems(ran)) == 1
    assert "warning: scoring.threshold" in problems(ran)[0]


def test_all_files_are_read_and_the_worst_counts(folder):
    """An unreadable file is 2 and keeps none of the others from being read."""
    ran = cli("validate", "none.yaml", ".", "bad.yaml", "good.yaml")
    assert ran.code == 2
    assert len(problems(ran)) == 2
    assert "error: none.yaml: cannot be read: No such file or directory\n" in ran.err
    assert "error: .: cannot be read: " in ran.err
    assert "4 files: 1 valid, 1 invalid, 2 unreadable (2 errors" in ran.err


def test_the_references_of_a_dataset_are_looked_up(folder):
    """With --rubrics: one that leads to no rubric, or to one with mistakes, is a warning, once."""
    (folder / "rubrics").mkdir()
    (folder / "rubrics/good.yaml").write_text(RUBRIC, encoding="utf-8")
    (folder / "rubrics/bad.yaml").write_text(BAD.replace("greeting", "bad"), encoding="utf-8")
    (folder / "rubrics/off.yaml").write_text(
        RUBRIC.replace("id: greeting", "id: off\nenabled: false"), encoding="utf-8"
    )
    refs = ("greeting@1.0", "greeting@0.9", "greting@1.0", "off@1.0", "bad@1.0", "greeting@0.9")
    lines = [f'{{"id": {n}, "input": "x", "rubric_ref": "rubric/{ref}"}}\n' for n, ref in enumerate(refs)]
    left_out = '{"id": "x", "input": "x", "rubric_ref": "rubric/none@1.0", "disabled": true}\n'
    (folder / "d.jsonl").write_text("".join(lines) + left_out, encoding="utf-8")
    (folder / "d.json").write_text(f'{{"questions": [{",".join(lines)}]}}', encoding="utf-8")
    for name, place, row in (("d.jsonl", ":2:39", ""), ("d.json", ":2:40", "questions[1].")):
        ran = cli("validate", name, "--rubrics", "rubrics")
        assert ran.code == 0
        first, second, third = problems(ran)
        assert first == (
            f"{name}{place}: warning: {row}rubric_ref: rubric/greeting@0.9 does not exist, greeting has 1.0 "
            "(nothing grades the question, and no gate counts it)"
        )
        assert "no rubric has the id 'greting', did you mean 'greeting'?" in second
        assert "rubric/bad@1.0 is invalid: " in third
        assert problems(cli("validate", name)) == []


def test_datasets_are_told_from_rubrics(folder):
    """By their name or their questions; their mistakes are located alike."""
    (folder / "d.yaml").write_text("questions: [{id: a, inputs: x}]\n", encoding="utf-8")
    (folder / "d.jsonl").write_text('{"id": 1, "input": "x"}\n{"id": "1", "input": "x"}\n', encoding="utf-8")
    (folder / "good.jsonl").write_text('{"id": 1, "input": "x", "rubric": "y"}\n', encoding="utf-8")
    ran = cli("validate", "d.yaml", "d.jsonl", "good.jsonl", "good.yaml")
    assert ran.code == 1
    assert [line.split(" (")[0] for line in problems(ran)] == [
        "d.yaml:1:21: error: questions[0].inputs: unknown field",
        "d.jsonl:2:8: error: id: the id '1' is taken by line 1",
        "good.jsonl:1:25: warning: rubric: the field is kept, and nothing reads it",
    ]
    assert ran.err.startswith("4 files: 2 valid, 2 invalid (2 errors")
    assert cli("validate", "-", stdin=b'{"id": 1, "input": "x"}').code == 0


def test_each_file_is_parsed_once(folder):
    """A rubric, a dataset, one with a mistake, one that cannot be read, and each line of JSON Lines."""
    texts = {
        "good.yaml": RUBRIC,
        "bad.yaml": BAD,
        "torn.yaml": RUBRIC.replace("{combine", "[combine"),
        "d.yaml": "questions: [{id: a, input: x}]\n",
        "wrong.yaml": "questions: [{id: a, inputs: x}]\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "d.jsonl").write_text('{"id": 1, "input": "x"}\n{"id": 2, "input": "x"}\n', encoding="utf-8")
    ran, parsed = parsed_by(cli, "validate", *texts, "d.jsonl")
    assert ran.err.startswith("6 files: 3 valid, 3 invalid (4 errors")
    assert [parsed.count(text) for text in texts.values()] == [1] * 5
    assert [parsed.count(f'{{"id": {number}, "input": "x"}}') for number in (1, 2)] == [1, 1]


@pytest.mark.parametrize(("text", "code"), [(RUBRIC, 0), (BAD, 1), ("", 1), ("\xff", 1)])
def test_a_dash_is_standard_input(text, code):
    """Problems then call it <stdin>."""
    ran = cli("validate", "-", stdin=text.encode("latin-1"))
    assert ran.code == code
    assert all(line.startswith("<stdin>:") for line in problems(ran))
    assert bool(problems(ran)) == bool(code)


def test_standard_input_is_read_once(folder):
    """It cannot be two files."""
    ran = cli("validate", "-", "good.yaml", "-", stdin=RUBRIC.encode())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "error: -: only one of the files can be the standard input\n"


def test_a_broken_plugin_is_said_once_for_all_files(folder):
    """Its warning does not come with every file, and fails none."""
    ran = cli("validate", "good.yaml", "warned.yaml", "--plugin", "json")
    said = [line for line in ran.out.splitlines() if "plugin json" in line]
    assert ran.code == 0
    assert len(said) == 1
    assert said[0].startswith("good.yaml: warning: a plugin failed to load: plugin json: ")


def test_too_much_input_is_refused(monkeypatch):
    """What is read whole is bounded, whatever the document's own limit is."""
    monkeypatch.setattr("checkwright_runner.cli.arguments.files.LINE_BYTES", 100)
    ran = cli("validate", "-", stdin=b"#" * 101)
    assert (ran.code, ran.out) == (2, "")
    assert "error: -: is larger than 100 bytes\n" in ran.err
