"""validate_document: a rubric or a dataset, told apart and validated by reading the text once."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from parsing import parsed_by

from checkwright import (
    DATASET_LIMITS,
    Dataset,
    InvalidDocument,
    Rubric,
    is_dataset,
    load_kinds,
    parse_dataset,
    parse_rubric,
    read_document,
    validate,
    validate_dataset,
    validate_document,
)

RUBRIC = """\
id: tone
version: "1.0"
checks:
- {kind: test.says, id: polite, word: hello}
scoring: {combine: all_pass}
"""
DATASET = "questions:\n- {id: 1, input: x}\n- {id: 2, input: y}\n"
LINES = '{"id": 1, "input": "x"}\n\n{"id": 2, "input": "y"}\n'
AS_DATA = {
    "id": "tone",
    "version": "1.0",
    "checks": [{"kind": "test.says", "word": "hello"}],
    "scoring": {"combine": "all_pass"},
}
QUESTIONS = {"version": 1, "questions": [{"id": 1, "input": "x"}]}

#: A name for each text, the text, and how many problems it has.
READ_ONCE = {
    "rubric": (RUBRIC, 0),
    "rubric with mistakes": (RUBRIC.replace("word", "wrod").replace("all_pass", "al_pass"), 2),
    "rubric with a mistake that preparing shows": (RUBRIC.replace("hello", "'('"), 1),
    "rubric with a warning": (RUBRIC.replace("all_pass", "all_pass, threshold: 0.5"), 1),
    "rubric that cannot be read": (RUBRIC.replace("{combine", "[combine"), 1),
    "rubric in JSON": (json.dumps(AS_DATA, indent=1), 0),
    "rubric in JSON on one line": (json.dumps(AS_DATA), 0),
    "rubric in JSON with a mistake": (json.dumps(AS_DATA).replace("all_pass", "al_pass"), 1),
    "dataset": (DATASET, 0),
    "dataset with a mistake": (DATASET.replace("id: 2", "id: 1"), 1),
    "dataset that cannot be read": (DATASET.replace("y}", "y"), 1),
    "dataset in JSON": (json.dumps(QUESTIONS, indent=1), 0),
    "dataset in JSON on one line": (json.dumps(QUESTIONS), 0),
    "dataset in JSON with a mistake": (json.dumps(QUESTIONS).replace("input", "inptu"), 1),
    "question": ('{"id": 1, "input": "x"}', 0),
    "something else": ("a: 1\n", 5),
}


@pytest.mark.parametrize(("text", "count"), READ_ONCE.values(), ids=READ_ONCE)
def test_a_text_is_parsed_once(kinds, text, count):
    """Whatever it is and whatever is wrong with it: to tell what it is, to validate it, and to locate."""
    problems, texts = parsed_by(validate_document, text, kinds=kinds)
    assert len(problems) == count
    assert all(problem.line and problem.column for problem in problems)
    assert texts.count(text) == 1


@pytest.mark.parametrize("source", ["d.jsonl", "<text>"])
def test_of_json_lines_no_whole_is_parsed(kinds, source):
    """They are no one document; each line is, and the first is looked at before to tell what they are."""
    problems, texts = parsed_by(validate_document, LINES, kinds=kinds, source=source)
    first, _, second = LINES.strip().split("\n")
    assert problems == ()
    assert texts.count(LINES) == 0
    assert texts.count(second) == 1
    assert texts.count(first) == (1 if source == "d.jsonl" else 2)


def test_a_document_is_not_parsed_again(kinds):
    """What was read with places answers every question without its text."""
    rubric = read_document(RUBRIC.replace("word", "wrod"), source="r.yaml", places=True)
    dataset = read_document(DATASET.replace("id: 2", "id: 1"), source="d.yaml", places=True)

    def ask():
        assert (is_dataset(rubric), is_dataset(dataset)) == (False, True)
        return [
            *validate_document(rubric, kinds=kinds),
            *validate_document(dataset, kinds=kinds),
            *validate(rubric, kinds=kinds),
            *validate_dataset(dataset),
        ]

    problems, texts = parsed_by(ask)
    assert texts == []
    assert [str(problem).partition(" ")[0] for problem in problems] == ["r.yaml:4:33:", "d.yaml:3:8:"] * 2


def test_a_document_is_parsed_into_a_rubric_or_a_dataset(kinds):
    """Its own name is the source of what comes of it."""
    rubric = parse_rubric(read_document(RUBRIC, source="r.yaml"), kinds=kinds)
    dataset = parse_dataset(read_document(DATASET, source="d.yaml", limits=DATASET_LIMITS))
    assert (type(rubric), rubric.source) == (Rubric, "r.yaml")
    assert (type(dataset), dataset.source, list(dataset.questions)) == (Dataset, "d.yaml", ["1", "2"])
    with pytest.raises(InvalidDocument, match=r"r\.yaml:2:10: error: version"):
        parse_rubric(read_document(RUBRIC.replace('"1.0"', "1.0"), source="r.yaml"), kinds=kinds)


@pytest.mark.long
def test_a_dataset_may_be_larger_than_a_rubric(kinds):
    """The limits of a rubric are for rubrics, whatever of a dataset exceeds them."""
    many = [{"id": number, "input": "x"} for number in range(35_000)]
    texts = {
        "d.yaml": "questions:\n" + "".join(f"- {json.dumps(one)}\n" for one in many),
        "d.json": json.dumps({"questions": many}),
        "one.json": json.dumps({"id": 1, "input": [0] * 100_001}),
        "long.yaml": "questions:\n" + "# a comment\n" * 400_000 + "- {id: 1, input: x}\n",
    }
    found = {name: validate_document(text, kinds=kinds, source=name) for name, text in texts.items()}
    assert found == dict.fromkeys(texts, ())


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        RUBRIC + "metadata: {a: [" + "0, " * 100_001 + "0]}\n",
        RUBRIC + "# a comment\n" * 400_000,
        json.dumps({**AS_DATA, "metadata": {"questions": 1, "a": [0] * 100_001}}),
        RUBRIC + "metadata:\n  'questions': [" + "0, " * 100_001 + "0]\n",
    ],
    ids=["values", "bytes", "values after the word questions", "values below the word questions"],
)
def test_a_rubric_has_the_limits_of_a_rubric(kinds, text):
    """A text that only has a word of a dataset in it is no exception."""
    [problem] = validate_document(text, kinds=kinds)
    assert "more than 100,000 values" in problem.message or "larger than 4,194,304 bytes" in problem.message
    assert (problem,) == validate(text, kinds=kinds)


def test_data_is_told_apart_too(kinds):
    """What came from code is a rubric or a dataset by its fields."""
    assert validate_document(AS_DATA, kinds=kinds) == validate_document(QUESTIONS, kinds=kinds) == ()
    [problem] = validate_document({"questions": []}, kinds=kinds, source="made")
    assert str(problem).startswith("made: error: questions: ")


WHOLE = [RUBRIC, DATASET, LINES, json.dumps(AS_DATA, indent=1), json.dumps(QUESTIONS), json.dumps(AS_DATA)]
PIECES = [
    *(
        "",
        "checks",
        "questions",
        "questions:\n",
        "input",
        "id",
        "kind",
        "{",
        "}",
        "[",
        "]",
        '"',
        ":",
        ",",
        "-",
    ),
    *(
        "\n",
        "\n\n",
        "\ufeff",
        "{}\n",
        '{"a": 1}\n',
        "&a ",
        "*a",
        "null",
        "1.0",
        "\t",
        "\0",
        "\ud800",
        "&a [*a]",
    ),
]


@st.composite
def mutated(draw):
    """Draw a text of a rubric or a dataset with up to three places replaced."""
    text = draw(st.sampled_from(WHOLE))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        stop = min(start + draw(st.integers(0, 12)), len(text))
        text = text[:start] + draw(st.sampled_from(PIECES)) + text[stop:]
    return text


def chosen(text, kinds, source):
    """Validate as what a text is meant as, by the functions for each."""
    if is_dataset(text, source=source):
        return validate_dataset(text, source=source)
    return validate(text, kinds=kinds, source=source)


@given(
    text=mutated()
    | mutated().map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.text()
    | st.binary(),
    source=st.sampled_from(["a.yaml", "a.json", "a.jsonl", "<text>"]),
)
@example(text='{"id": 1, "id": 2, "input": "x"}', source="<text>")
@example(text='\n\n{"id": 1, "input": "x", "rubric": "y"}\n', source="<text>")
@example(text=b"\xff\nquestions:", source="<text>")
@example(text="questions: [{id: a\n]]", source="<text>")
@example(text='{"id": 1, "questions": 1, "input": "x"}\n{', source="<text>")
def test_fuzz_reading_once_changes_no_problem(text, source):
    """The problems are those of `validate` or `validate_dataset`, whichever `is_dataset` chooses."""
    kinds = load_kinds(entry_points=False)
    assert validate_document(text, kinds=kinds, source=source) == chosen(text, kinds, source)
