"""Datasets: what is read and kept, what is refused and where, and what is only warned of."""

import json
import pickle

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkwright import (
    Dataset,
    InvalidDocument,
    Severity,
    is_dataset,
    load_dataset,
    parse_dataset,
    validate_dataset,
)
from checkwright.datasets.questions import Vetting
from checkwright.documents.json_lines import are_json_lines
from checkwright.schema.validator import bounded_validator
from checkwright_schema import schema

GOOD = """\
questions:
  - id: Q1
    input: What is the capital of France?
    criteria: |
      Names the city.
      Nothing else.
    rubric_ref: rubric/one_word@1.0
    expected: {answer: Paris}
  - id: 2
    input: And of Spain?
    level: [easy]
  - {id: last, input: "?", disabled: true}
"""
LINES = '{"id": "Q1", "input": "a", "level": 1}\n{"id": 2, "input": "b"}\n'


def refused(text, source="d.yaml"):
    """Return the problems that a text is refused with."""
    with pytest.raises(InvalidDocument) as caught:
        parse_dataset(text, source=source)
    assert [one for one in validate_dataset(text, source=source) if one.severity is Severity.ERROR] == list(
        caught.value.problems
    )
    return [str(problem) for problem in caught.value.problems]


def warned(text, source="d.yaml"):
    """Return the warnings about a text that is valid."""
    parse_dataset(text, source=source)
    problems = validate_dataset(text, source=source)
    assert {problem.severity for problem in problems} <= {Severity.WARNING}
    return [str(problem) for problem in problems]


def test_a_dataset_is_read_whole():
    """Every question with every field, by its id as text and in order; the left-out ones are named."""
    dataset = parse_dataset(GOOD, source="d.yaml")
    assert list(dataset.questions) == ["Q1", "2", "last"]
    assert dataset.questions["Q1"] == {
        "id": "Q1",
        "input": "What is the capital of France?",
        "criteria": "Names the city.\nNothing else.\n",
        "rubric_ref": "rubric/one_word@1.0",
        "expected": {"answer": "Paris"},
    }
    assert dataset.questions["2"] == {"id": 2, "input": "And of Spain?", "level": ["easy"]}
    assert (dataset.disabled, dataset.source) == ({"last"}, "d.yaml")


def test_yaml_json_lines_data_and_files_are_one(tmp_path):
    """The same questions in any form, as text, bytes, data and file, are the same dataset."""
    questions = list(parse_dataset(GOOD).questions.values())
    lines = "".join(f"{json.dumps(question)}\n" for question in questions)
    forms = {
        "d.yaml": GOOD,
        "d.json": json.dumps({"questions": questions}, indent=1),
        "d.jsonl": lines,
        "d.ndjson": lines,
        "d.txt": lines,
    }
    for name, text in forms.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        expected = Dataset(parse_dataset(GOOD).questions, frozenset({"last"}), name)
        assert parse_dataset(text, source=name) == expected
        assert parse_dataset(b"\xef\xbb\xbf" + text.encode(), source=name) == expected
        assert load_dataset(path).questions == expected.questions
        assert load_dataset(path).source == str(path)
    assert parse_dataset({"questions": questions}).questions == expected.questions


def test_data_is_copied():
    """Whoever changes what was given changes no dataset."""
    given_data = {"questions": [{"id": "a", "input": "x", "metadata": {"tags": ["b"]}}]}
    dataset = parse_dataset(given_data)
    given_data["questions"][0]["metadata"]["tags"].append("c")
    assert dataset.questions["a"]["metadata"] == {"tags": ["b"]}


def test_a_dataset_pickles():
    """A dataset crosses processes."""
    dataset = parse_dataset(GOOD)
    assert pickle.loads(pickle.dumps(dataset)) == dataset


def test_null_in_an_optional_field_is_no_field():
    """Exporters write every column; fields that nothing here knows keep their null."""
    optional = schema("dataset")["$defs"]["question"]["properties"].keys() - {"id", "input"}
    question = {"id": "a", "input": "x", **dict.fromkeys(optional), "other": None}
    dataset = parse_dataset(json.dumps({"questions": [question]}))
    assert dataset.questions == {"a": {"id": "a", "input": "x", "other": None}}
    assert dataset.disabled == set()


@pytest.mark.parametrize(
    ("one", "other"), [("7", '"7"'), ("7", "7"), ("1.5", '"1.5"'), ("-0", "0"), ('"é"', '"\\u00e9"')]
)
def test_ids_are_compared_as_text(one, other):
    """Numbers and texts that look the same are one id, and one id stands once."""
    text = f'{{"questions": [{{"id": {one}, "input": "x"}}, {{"id": {other}, "input": "y"}}]}}'
    [problem] = refused(text)
    assert "is taken by questions[0] (give each question an id of its own)" in problem


def test_only_an_id_can_be_taken():
    """A value that is no id is a mistake by itself, and stands for no text."""
    assert len(refused('{"questions": [{"id": true, "input": "x"}, {"id": "True", "input": "y"}]}')) == 1


def test_ids_that_look_different_are_different():
    """Nothing is trimmed, folded or normalized."""
    ids = ["a", "A", "a ", "é", "e\u0301", "7", "07", "7.0"]
    dataset = parse_dataset({"questions": [{"id": ident, "input": "x"} for ident in ids]})
    assert list(dataset.questions) == ids


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_text():
    """One located problem per mistake."""
    text = GOOD.replace("rubric/one_word@1.0", "one_word").replace("id: 2", "id: Q1").replace("{id:", "{idd:")
    assert refused(text) == [
        "d.yaml:7:17: error: questions[0].rubric_ref: 'one_word' does not fit: the rubric to grade by: "
        "rubric/<id>@<version>, prefix and version both required "
        "(its form is ^rubric/[a-z][a-z0-9_]*@(0|[1-9][0-9]*)(\\.(0|[1-9][0-9]*)){1,2}$)",
        "d.yaml:9:9: error: questions[1].id: the id 'Q1' is taken by questions[0] "
        "(give each question an id of its own)",
        "d.yaml:12:6: error: questions[2].idd: unknown field (did you mean 'id'?)",
    ]


def test_mistakes_of_the_head_and_of_questions_come_together():
    """A dataset with a rubric of its own and a bad question has two problems."""
    text = GOOD.replace("input: And of", "inputt: And of") + "rubric_ref: rubric/tone@1.0\n"
    assert [problem.partition(" (")[0] for problem in refused(text)] == [
        "d.yaml:10:5: error: questions[1].inputt: unknown field",
        "d.yaml:13:1: error: rubric_ref: a dataset has no rubric of its own, its questions have",
    ]


@pytest.mark.parametrize("questions", [5, {}, [], None, "a"])
def test_questions_are_a_list_of_at_least_one(questions):
    """Neither no list nor an empty one is something to evaluate."""
    assert len(refused(json.dumps({"questions": questions}))) == 1


def test_data_has_problems_without_a_line():
    """What came from code is located by its path alone."""
    [problem] = validate_dataset({"questions": [{"id": "a"}]}, source="made")
    assert (problem.line, problem.path) == (None, "/questions/0")
    [problem] = validate_dataset({"questions": [{"id": "a", "input": ("x",)}]})
    assert "found tuple" in problem.message


def many(count, *, lines, bad):
    """Make a dataset of `count` questions; those whose number `bad` accepts lack an input."""
    questions = [{"id": i} if bad(i) else {"id": i, "input": "x"} for i in range(count)]
    if lines:
        return "".join(f"{json.dumps(question)}\n" for question in questions)
    return "questions:\n" + "".join(f"- {json.dumps(question)}\n" for question in questions)


@pytest.mark.parametrize(("lines", "source"), [(True, "d.jsonl"), (False, "d.yaml")])
def test_after_a_hundred_mistakes_the_rest_is_not_read(lines, source):
    """A file of another shape does not give a problem per line."""
    assert len(refused(many(200, lines=lines, bad=lambda i: i % 2), source)) == 100
    problems = refused(many(250, lines=lines, bad=lambda i: i % 2), source)
    assert len(problems) == 101
    assert problems[-1].endswith("error: more than 100 mistakes, the rest is not read")


def test_large_datasets_load():
    """The limits of a dataset are far above the 100,000 values of other documents."""
    text = many(35_000, lines=False, bad=lambda i: False)
    assert len(parse_dataset(text).questions) == 35_000


def test_lines_are_located_in_the_whole():
    """Blank lines and byte order marks are skipped, and counted."""
    lines = [
        "\ufeff",
        "  \r",
        '\ufeff{"id": 1, "input": "x"}\r',
        '{"id": "1", "input": "y"}',
        '{"id": 2,',
        "[]",
        "",
        '{"id": 3, "input": 4}',
    ]
    text = "\n".join(lines)
    assert [problem.partition(" (")[0] for problem in refused(text, "d.jsonl")] == [
        "d.jsonl:4:8: error: id: the id '1' is taken by line 3",
        "d.jsonl:5:10: error: expected a key in double quotes, found the end of the text",
        "d.jsonl:6:1: error: expected a mapping, found a list",
        "d.jsonl:8:20: error: input: expected a text or a list or a mapping, found the number 4",
    ]


@pytest.mark.parametrize("text", ["", "\n \r\n", "\ufeff"])
def test_no_line_is_no_dataset(text):
    """A file of lines without one has nothing to evaluate."""
    assert refused(text, "d.jsonl") == [
        "d.jsonl:1:1: error: the document is empty, expected one question a line"
    ]


def test_a_line_may_hold_what_only_looks_like_a_line_break():
    """Lines end at a line feed alone, since JSON may hold the other line breaks of Unicode as they are."""
    question = {"id": "a", "input": "one\u2028two\x85three\x0cfour"}
    dataset = parse_dataset(json.dumps(question, ensure_ascii=False), source="d.jsonl")
    assert dataset.questions["a"] == question


def test_lines_are_recognized_in_any_text():
    """Unless the first line is no JSON object by itself, or all of a document."""
    assert are_json_lines(LINES)
    assert are_json_lines('\n{"id": 1, "input": "x"}')
    assert are_json_lines('{"questions": 1, "id": 2, "input": "x"}\n{"id": 3, "input": "x"}')
    for text in ('{"questions": []}', "{\n}", "[]", "[]\n{}", "", GOOD, "{a: b}\n{c: d}", "{" * 100_000):
        assert not are_json_lines(text)
    assert list(parse_dataset('{"id": "alone", "input": "x"}').questions) == ["alone"]


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        (LINES, "-", True),
        (b"anything", "d.JSONL", True),
        (GOOD, "d.yaml", True),
        (GOOD.replace("id: Q1", "id: [Q1"), "d.yaml", True),
        ('{\n "name": "x",\n "questions": [', "d.json", True),
        ("question: []", "d.yaml", True),
        ("qestions: [a]\nid: x", "d.yaml", True),
        ("question: why", "d.yaml", False),
        ("question: []\nchecks: []", "d.yaml", False),
        ("questions: []\nchecks: []", "d.yaml", False),
        ('{"id": "a", "input": "x"}', "-", True),
        ('{"id": "a", "checks": []}', "-", False),
        ("id: t\nchecks: [", "r.yaml", False),
        ("metadata:\n  questions: [", "r.yaml", False),
        ("[]", "r.yaml", False),
        ("", "r.yaml", False),
        (b"\xff\nquestions:", "r.yaml", True),
    ],
)
def test_datasets_are_told_from_rubrics(text, source, expected):
    """By their name, their fields, or when they cannot be read by the key at the top."""
    assert is_dataset(text, source=source) is expected


def test_a_dataset_larger_than_a_rubric_is_told_from_one():
    """The limits of rubrics do not hide what a text is meant as."""
    assert is_dataset("questions:\n" + "# a long comment\n" * 300_000)


def test_an_unknown_field_that_resembles_a_known_one_is_a_warning():
    """It is kept, and would be read by nothing; each name is told once."""
    text = (
        "questions:\n- {id: 1, input: x, rubric: tone, expected_answer: y}\n"
        "- {id: 2, input: x, rubric: tone}\n- {id: 3, input: x, disabled: true, disable: true}\n"
    )
    assert warned(text) == [
        "d.yaml:2:21: warning: questions[0].rubric: the field is kept, and nothing reads it "
        "(did you mean 'rubric_ref'?)"
    ]


def test_a_comment_instead_of_a_value_is_a_warning_in_yaml():
    """In JSON, which programs write, null is no field without a word."""
    text = "questions:\n- id: a\n  input: x\n  criteria: #5 is named\n- {id: b, input: x, criteria: }\n"
    assert warned(text) == [
        "d.yaml:4:12: warning: questions[0].criteria: null is read as if the field were not there "
        "(an unquoted # starts a comment: quote the value, or leave the field out)"
    ]
    assert warned('{"questions": [{"id": "a", "input": "x", "criteria": null}]}') == []
    assert warned('{"id": "a", "input": "x", "criteria": null}') == []
    assert warned({"questions": [{"id": "a", "input": "x", "criteria": None}]}) == []


def test_an_id_that_is_a_fraction_is_a_warning():
    """1.10 is the number 1.1, and no response of 1.10 would find it."""
    assert warned("questions:\n- {id: 1.10, input: x}\n- {id: 1.2, input: x}\n") == [
        "d.yaml:2:8: warning: questions[0].id: the number is read as the id '1.1' "
        "(quote it, so that it stays as it is written)"
    ]


def test_warnings_are_bounded():
    """A thousand names of fields are looked at, and then no more."""
    vetting = Vetting()
    found = []
    for number in range(1100):
        question = {"id": number, "input": "x", f"expected_facts{number}": 1}
        found += vetting.warnings(question, (), by_hand=True)
    assert 900 < len(found) < 1002


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.sampled_from([0, 1, 1.0, 1.5, -2, 2**70, "", "a", "rubric/a@1.0", "rubric/a@1"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "b"]), inner, max_size=2)
    ),
    max_leaves=4,
)
FIELDS = tuple(schema("dataset")["$defs"]["question"]["properties"])
QUESTIONS = VALUES | st.builds(
    lambda name, value, left_out: {
        key: part for key, part in {"id": "a", "input": "x", name: value}.items() if key != left_out
    },
    st.sampled_from([*FIELDS, "other"]),
    VALUES,
    st.sampled_from([None, None, None, "id", "input"]),
)


@given(question=QUESTIONS)
@example(question={"id": "", "input": "x"})
def test_the_model_and_the_schema_agree(question):
    """A question is taken exactly when the schema takes it."""
    validator = bounded_validator(schema("dataset")["$defs"]["question"])
    assert (Vetting().add(question, (), "here") == []) is validator.is_valid(question)
