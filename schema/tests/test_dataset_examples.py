"""Every example dataset: valid ones load, invalid ones are refused for the reason they state."""

import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from ajv_validator import ajv_answers
from jsonschema import Draft202012Validator
from referencing import Registry

import checkwright
import checkwright_schema
from checkwright.datasets.dataset import LIMITS
from checkwright.documents.json_lines import json_lines, named_json_lines
from checkwright.documents.reading import read_file

FOLDER = Path(__file__).resolve().parents[2] / "schema/examples/datasets"
VALID = sorted((FOLDER / "valid").iterdir())
INVALID = sorted((FOLDER / "invalid").iterdir())
SCHEMA = checkwright_schema.schema("dataset")
LINE = {"$schema": SCHEMA["$schema"], **SCHEMA["$defs"]["question"]}
#: Whether a schema can see what is wrong: not when the text cannot be read, nor that an id repeats.
UNSEEN = {"ids_repeat", "ids_repeat_as_text_and_number", "id_repeats_a_disabled_one", "line_repeats_an_id"}


def test_the_examples_are_many() -> None:
    """Both folders hold enough to be worth running, JSON Lines among them."""
    assert len(VALID) >= 10
    assert len(INVALID) >= 40
    assert all(any(named_json_lines(path.name) for path in paths) for paths in (VALID, INVALID))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.name)
def test_valid_dataset_loads_without_a_problem(path: Path) -> None:
    """A valid example has neither errors nor warnings, and loads."""
    assert checkwright.validate_dataset(path.read_bytes(), source=path.name) == ()
    assert checkwright.load_dataset(path).questions


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.name)
def test_invalid_dataset_is_refused_for_its_reason(path: Path) -> None:
    """An invalid example has exactly one problem: at the stated place, with the stated words."""
    first = path.read_text(encoding="utf-8").split("\n", 1)[0]
    stated = re.search(r"expected: (|line \d+|/\S*): (.+?)(?:\"\})?$", first)
    assert stated
    place, words = stated.groups()
    [problem] = checkwright.validate_dataset(path.read_bytes(), source=path.name)
    where = f"line {problem.line}" if place.startswith("line ") else problem.path
    assert where == place, problem
    assert words in str(problem)
    with pytest.raises(checkwright.InvalidDocument) as caught:
        checkwright.load_dataset(path)
    assert [found.message for found in caught.value.problems] == [problem.message]


def readable() -> tuple[list[str], list[Any], list[bool]]:
    """Give the examples that are one readable document: names, data, and whether the schema takes them."""
    names, documents, answers = [], [], []
    for path in VALID + INVALID:
        if named_json_lines(path.name):
            continue
        try:
            documents.append(read_file(path).data)
        except checkwright.InvalidDocument:
            continue
        names.append(path.name)
        answers.append(path in VALID or path.stem in UNSEEN)
    return names, documents, answers


def differences(answers: list[bool]) -> list[str]:
    """Name the examples on which another validator answers differently."""
    names, _, ours = readable()
    return [name for name, one, other in zip(names, ours, answers, strict=True) if one is not other]


def test_other_validators_agree_on_the_dataset_schema() -> None:
    """jsonschema and jsonschema-rs give every example the answer that we give."""
    _, documents, _ = readable()
    rust = jsonschema_rs.Draft202012Validator(SCHEMA, offline=True)
    assert differences([rust.is_valid(data) for data in documents]) == []
    python = Draft202012Validator(SCHEMA, registry=Registry())
    # Python's `$` also matches before a final newline, which is why our own reading replaces the keyword.
    assert differences([python.is_valid(data) for data in documents]) == ["ref_with_final_newline.yaml"]


def test_ajv_agrees_on_the_dataset_schema() -> None:
    """ajv accepts the schema in strict mode and gives every example the answer that we give."""
    _, documents, _ = readable()
    assert differences(ajv_answers(SCHEMA, documents)) == []


@pytest.mark.parametrize(
    "path", [path for path in VALID + INVALID if named_json_lines(path.name)], ids=lambda path: path.name
)
def test_each_line_is_a_question_of_the_schema(path: Path) -> None:
    """What `$defs/question` says of a line is what is said of a question in a document."""
    text = path.read_text(encoding="utf-8")
    lines = list(json_lines(text, path.name, LIMITS))
    read = [line.data for line in lines if not isinstance(line, checkwright.InvalidDocument)]
    validator = jsonschema_rs.Draft202012Validator(LINE, offline=True)
    answer = len(read) == len(lines) and all(map(validator.is_valid, read))
    assert answer is (path in VALID or path.stem in UNSEEN)
