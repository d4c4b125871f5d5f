"""Every example document: valid ones are, invalid ones are refused for the reason they state."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from ajv_validator import ajv_answers
from jsonschema import Draft202012Validator
from referencing import Registry

import checkwright
from checkwright.documents.reading import read_file

ROOT = Path(__file__).resolve().parents[2]
VALID = sorted((ROOT / "schema/examples/valid").iterdir())
INVALID = sorted((ROOT / "schema/examples/invalid").iterdir())
PUBLISHED = json.loads((ROOT / "schema/published/rubric.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def kinds() -> checkwright.Kinds:
    """The installed kinds."""
    return checkwright.load_kinds()


def errors(path: Path, kinds: checkwright.Kinds) -> list[checkwright.Problem]:
    """Return the errors, not the warnings, of a file."""
    problems = checkwright.validate_file(path, kinds=kinds)
    return [problem for problem in problems if problem.severity is checkwright.Severity.ERROR]


def test_the_examples_are_many() -> None:
    """Both folders hold enough to be worth running."""
    assert len(VALID) >= 12
    assert len(INVALID) >= 25


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_example_has_no_error(path: Path, kinds: checkwright.Kinds) -> None:
    """A valid example validates and loads."""
    assert errors(path, kinds) == []
    checkwright.load_rubric(path, kinds=kinds)


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_invalid_example_is_refused_for_its_reason(path: Path, kinds: checkwright.Kinds) -> None:
    """An invalid example has exactly one error: at the stated place, with the stated words."""
    first = path.read_text(encoding="utf-8", errors="replace").split("\n", 1)[0]
    place, _, words = first.removeprefix("# expected: ").partition(": ")
    [problem] = errors(path, kinds)
    where = f"line {problem.line}" if place.startswith("line ") else problem.path
    assert where == place, problem
    assert words
    assert words in str(problem)
    # A form is for people: whoever can read it need not know what an engine looks ahead for, or back at.
    assert re.search(r"\(\?|\\\d", (problem.hint or "").partition("its form is ")[2]) is None


def readable() -> Iterator[tuple[Path, Any, bool]]:
    """Yield every example that can be read at all, with its data and whether the schema takes it."""
    kinds = checkwright.load_kinds()
    for path in VALID + INVALID:
        try:
            data = read_file(path).data
        except checkwright.InvalidDocument:
            continue
        problems = checkwright.validate_file(path, kinds=kinds)
        yield path, data, not [problem for problem in problems if problem.code == "schema"]


def names_of_difference(answers: list[bool]) -> list[str]:
    """Name the examples on which another validator answers differently from ours."""
    return [
        f"{path.name}: ours {ours}, other {other}"
        for (path, _, ours), other in zip(readable(), answers, strict=True)
        if ours is not other
    ]


def test_jsonschema_agrees_on_the_published_schema() -> None:
    """jsonschema gives every example the answer that we give."""
    validator = Draft202012Validator(PUBLISHED, registry=Registry())
    answers = [validator.is_valid(data) for _, data, _ in readable()]
    # Python's `$` also matches before a final newline, which is why our own reading replaces the keyword.
    assert names_of_difference(answers) == ["id_with_final_newline.yaml: ours False, other True"]


def test_jsonschema_rs_agrees_on_the_published_schema() -> None:
    """jsonschema-rs gives every example the answer that we give."""
    validator = jsonschema_rs.Draft202012Validator(PUBLISHED, offline=True)
    assert names_of_difference([validator.is_valid(data) for _, data, _ in readable()]) == []


def test_ajv_agrees_on_the_published_schema() -> None:
    """ajv accepts the published schema in strict mode and gives every example the answer that we give."""
    answers = ajv_answers(PUBLISHED, [data for _, data, _ in readable()])
    assert names_of_difference(answers) == []
