"""Whatever is read as a dataset gives questions or located problems, and what was written comes back."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkwright import InvalidDocument, Severity, parse_dataset, validate_dataset
from checkwright.datasets.dataset import is_dataset

YAML = """\
questions:
  - id: Q1
    input: What?
    criteria: |
      Two
      lines.
    rubric_ref: rubric/tone@1.0
    expected: &same {answer: Paris}
    expected_facts: [a, 1.5]
    expected_tools: [find, {name: pay}]
  - {id: 2, input: [{role: user}], metadata: *same, disabled: true}
"""
LINES = '{"id": "Q1", "input": "x", "expected": {"a": ["b"]}}\n\n{"id": 2, "input": {}, "disabled": true}\n'
WHOLE = json.dumps({"questions": [json.loads(line) for line in LINES.split("\n") if line]}, indent=1)
GOOD = [YAML, LINES, WHOLE]
PIECES = [
    *("", "null", "true", "7", '"7"', "Q1", "[", "]", "{", "}", "{}", "[]", ",", ":", "-", "? ", "#", "\n"),
    *("\r\n", "\n\n", " ", "\t", "\0", "\u2028", "\ufeff", "\ud800", "😀", "*same", "&x ", "<<: *same"),
    *("!!str ", "NaN", "1e999", "9" * 5000, "[" * 100, '{"a":' * 100, "\\ud800", "questions:\n"),
    "rubric_ref: rubric/x@1.0\n",
]
SOURCES = st.sampled_from(["d.yaml", "d.json", "d.jsonl", "<text>"])


@st.composite
def mutated(draw):
    """Draw a good text with up to three pieces of it replaced, doubled or cut out."""
    text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        stop = min(start + draw(st.integers(0, 12)), len(text))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.just(text[start:stop] * 2)) + text[stop:]
    return text


TEXTS = st.one_of(
    mutated(), mutated().map(lambda text: text.encode("utf-8", "surrogatepass")), st.text(), st.binary()
)


@given(text=TEXTS, source=SOURCES)
@example(text=GOOD[0], source="d.yaml")
@example(text=GOOD[1], source="<text>")
@example(text=GOOD[2], source="d.json")
def test_fuzz_any_text_is_a_dataset_or_located_problems(text, source):
    """Nothing else ever comes out, and each problem has a place and one clean line of words."""
    assert is_dataset(text, source=source) in (True, False)
    problems = validate_dataset(text, source=source)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    assert len(problems) < 200
    for problem in problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert problem.path == "" or problem.path.startswith("/")
        assert str(problem).isprintable()
    if errors:
        with pytest.raises(InvalidDocument) as caught:
            parse_dataset(text, source=source)
        assert list(caught.value.problems) == errors
        return
    dataset = parse_dataset(text, source=source)
    assert dataset.questions
    assert dataset.disabled <= dataset.questions.keys()
    for ident, question in dataset.questions.items():
        assert ident == str(question["id"])


SCALARS = st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.text(), SCALARS, max_size=2)
QUESTIONS = st.lists(
    st.fixed_dictionaries(
        {"id": st.text(min_size=1) | st.integers(), "input": st.text() | st.just([{"role": "user"}])},
        optional={
            "criteria": st.text(),
            "expected": st.dictionaries(st.text(), VALUES, max_size=2),
            "expected_facts": st.lists(st.text() | st.integers(), max_size=2),
            "disabled": st.booleans(),
            "rubric_ref": st.just("rubric/a@1.0"),
            "of their own": VALUES,
        },
    ),
    min_size=1,
    max_size=3,
    unique_by=lambda question: str(question["id"]),
)


@given(questions=QUESTIONS, ascii_only=st.booleans(), indent=st.none() | st.just(1))
def test_fuzz_what_programs_write_comes_back(questions, ascii_only, indent):
    """Questions are read as they were, from JSON, JSON Lines and data."""
    whole = json.dumps({"questions": questions}, ensure_ascii=ascii_only, indent=indent)
    lines = "\n".join(json.dumps(question, ensure_ascii=ascii_only) for question in questions)
    expected = {str(question["id"]): question for question in questions}
    for given_text, source in ((whole, "d.json"), (whole, "<text>"), (lines, "d.jsonl"), (lines, "<text>")):
        assert parse_dataset(given_text, source=source).questions == expected
    assert parse_dataset({"questions": questions}).questions == expected
