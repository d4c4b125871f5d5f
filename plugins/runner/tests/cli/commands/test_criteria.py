"""`checkwright criteria`: what judges read, question by question."""

import pytest
from command_in_process import cli

RUBRIC = """\
id: tone
version: "1.0"
checks:
  - {kind: test.says, word: secret, description: "Says\\nhello."}
  - {kind: test.words, description: "Is kind\\u202e."}
  - {kind: test.says, word: secret}
scoring: {combine: all_pass}
"""
DATASET = """\
questions:
  - id: Q1
    input: Greet!
    criteria: "Is brief.\\nIs \\x1b[31mwarm."
    rubric_ref: rubric/tone@1.0
  - {id: 2, input: Greet!, rubric_ref: rubric/tone@1.0}
  - {id: none, input: Greet!}
  - {id: off, input: Greet!, criteria: Left out., disabled: true}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics/tone.yaml").write_text(RUBRIC, encoding="utf-8")
    (tmp_path / "d.yaml").write_text(DATASET, encoding="utf-8")
    return tmp_path


def criteria(*argv, dataset="d.yaml", **more):
    """Run the command on the folder's files."""
    return cli("criteria", "--dataset", dataset, "--rubrics", "rubrics", *argv, **more)


def notes(ran):
    """The lines of stderr that are not of the plugins of this environment."""
    return [line for line in ran.err.splitlines() if "plugin problem" not in line]


def test_every_question_is_a_block(folder):
    """Its id, then its lines indented; a question that is left out has none."""
    ran = criteria()
    assert (ran.code, notes(ran)) == (0, [])
    assert ran.out == (
        "Q1:\n  Is brief.\n  Is \\x1b[31mwarm.\n  Says hello.\n  Is kind\\u202e.\n"
        "2:\n  Says hello.\n  Is kind\\u202e.\nnone:\n"
    )


def test_one_question_is_its_text_alone(folder):
    """As it can be given to a judge."""
    assert criteria("--question", "2").out == "Says hello.\nIs kind\\u202e.\n"
    assert criteria("--question", "none").out == ""
    assert criteria("--question", "off").out == "Left out.\n"


def test_json_is_one_object_a_question(folder):
    """With the text as it is."""
    assert criteria("--json").rows == [
        {"question": "Q1", "criteria": "Is brief.\nIs \x1b[31mwarm.\nSays hello.\nIs kind\\u202e."},
        {"question": "2", "criteria": "Says hello.\nIs kind\\u202e."},
        {"question": "none", "criteria": ""},
    ]
    assert len(criteria("--json", "--question", "Q1").rows) == 1


def test_an_unknown_question_is_wrong_usage(folder):
    """And the near id is named."""
    ran = criteria("--question", "Q11")
    assert (ran.code, ran.out) == (2, "")
    assert notes(ran) == ["error: d.yaml: no question has the id 'Q11' (did you mean 'Q1'?)"]
    assert notes(criteria("--question", "\x1b")) == ["error: d.yaml: no question has the id '\\x1b'"]


def test_a_reference_that_leads_to_nothing_is_a_warning(folder):
    """The question keeps its own criteria; each reference is named once."""
    text = DATASET.replace("tone@1.0", "tune@1.0")
    (folder / "d.yaml").write_text(text, encoding="utf-8")
    ran = criteria()
    assert (ran.code, ran.out) == (0, "Q1:\n  Is brief.\n  Is \\x1b[31mwarm.\n2:\nnone:\n")
    assert notes(ran) == ["warning: no rubric has the id 'tune', did you mean 'tone'?"]


@pytest.mark.parametrize(("old", "new"), [("word: secret}", "wrd: secret}"), ("all_pass", "all")])
def test_a_rubric_with_mistakes_is_an_error(folder, old, new):
    """What can be told of it is told; the mistakes are said, and the exit code tells a script."""
    (folder / "rubrics/tone.yaml").write_text(RUBRIC.replace(old, new), encoding="utf-8")
    ran = criteria()
    assert ran.code == 1
    assert ("Is kind" in ran.out) is (new != "all")
    assert notes(ran)[0].startswith("rubrics/tone.yaml:")
    assert notes(ran)[-1] == ("error: the criteria are not complete, since of mistakes in: 'rubric/tone@1.0'")
    assert criteria("--question", "none").code == 0


def test_a_dataset_comes_from_standard_input_too(folder):
    """Its mistakes are located there."""
    assert criteria(dataset="-", stdin=b'{"id": 1, "input": "x", "criteria": "Yes."}\n').out == "1:\n  Yes.\n"
    ran = criteria(dataset="-", stdin=b'{"id": 1, "input": 2}\n{"id": 1, "input": "x"}\n')
    assert (ran.code, ran.out) == (1, "")
    assert [line.split(": ")[0] for line in notes(ran)] == ["<stdin>:1:20", "<stdin>:2:8"]


def test_what_cannot_be_read_is_refused(folder):
    """A dataset or a folder that is not there."""
    ran = criteria(dataset="none.yaml")
    assert (ran.code, notes(ran)) == (2, ["error: none.yaml: cannot be read: No such file or directory"])
    ran = cli("criteria", "--dataset", "d.yaml", "--rubrics", "d.yaml")
    assert (ran.code, notes(ran)) == (2, ["error: d.yaml: cannot be read: Not a directory"])
