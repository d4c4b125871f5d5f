"""Dataset: the questions of an evaluation; `load_dataset` and `parse_dataset` read one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..contract.errors import InvalidDocument
from ..contract.lookup import Lookup
from ..contract.problem import Finding, Path, Problem, Severity
from ..documents.document import Document
from ..documents.encoding import characters
from ..documents.json_lines import are_json_lines, is_one_line, json_lines, named_json_lines
from ..documents.limits import DocumentLimits
from ..documents.located import located
from ..documents.mistakes import MOST_MISTAKES
from ..documents.reading import as_document, document_bytes, is_text
from .questions import Vetting, vetted_head

__all__ = [
    "DATASET_LIMITS",
    "Dataset",
    "load_dataset",
    "parse_dataset",
    "validate_dataset",
    "validate_json_lines",
]

#: The bounds of a dataset, which may be larger than other documents. In JSON Lines depth and values are
#: those of each line.
DATASET_LIMITS = DocumentLimits(bytes=256 * 1024 * 1024, values=10_000_000)


@dataclass(frozen=True, slots=True)
class Dataset:
    """The questions of an evaluation, as read; immutable.

    questions: id as text -> the question with all of its fields, in the order of the document. An
        optional field that is null there is left out.
    disabled: the ids of the questions that are left out of the evaluation; they stand in `questions` too.
    source: the file or name that it was read from.
    """

    questions: Mapping[str, Mapping[str, Any]]
    disabled: frozenset[str]
    source: str


def load_dataset(path: str | os.PathLike[str]) -> Dataset:
    """Read a dataset from a YAML, JSON or JSON Lines (`*.jsonl`) file.

    At most 256 MiB, 64 levels, and 10,000,000 values (in JSON Lines: of each line).

    Raises:
        InvalidDocument: `.problems` holds every mistake; after 100 the rest is not read.
        OSError: the file cannot be read.
    """
    return parse_dataset(document_bytes(path, limits=DATASET_LIMITS), source=os.fspath(path))


def parse_dataset(text: str | bytes | Mapping[str, Any] | Document, *, source: str = "<text>") -> Dataset:
    """Read a dataset from YAML, JSON or JSON Lines, from data as these would yield it, or from a Document.

    JSON Lines is what is named `*.jsonl`, and any other text whose lines are JSON objects, one question
    each; blank lines and byte order marks are skipped. Ids are compared as text, so 7 and "7" are one id,
    and one that stands twice is a mistake. Limits are those of `load_dataset`.

    source: what problems call the text; a Document has its own.

    Raises:
        InvalidDocument: `.problems` holds every mistake; after 100 the rest is not read.
    """
    vetting, problems = _vetted(text, source)
    if problems:
        raise InvalidDocument(problems)
    return Dataset(
        vetting.questions,
        frozenset(vetting.disabled),
        text.source if type(text) is Document else source,
    )


def validate_dataset(
    text: str | bytes | Mapping[str, Any] | Document,
    *,
    source: str = "<text>",
    rubrics: Lookup[Any] | None = None,
) -> tuple[Problem, ...]:
    """Return all problems of a dataset, errors and warnings, in the order of the text; () without any.

    Never raises for a bad document; after 100 errors the rest is not read.

    rubrics: where each `rubric_ref` is looked up, such as a RubricStore; one that leads to no rubric, nor to
        a disabled one, is a warning. None: references are not looked at.
    """
    return tuple(_vetted(text, source, warn=True, rubrics=rubrics)[1])


def validate_json_lines(
    text: str | bytes, *, source: str, rubrics: Lookup[Any] | None = None
) -> tuple[Problem, ...]:
    """Return all problems of a dataset that is known to be JSON Lines, as `validate_dataset` does."""
    return tuple(_vetted(text, source, warn=True, lines=True, rubrics=rubrics)[1])


def _vetted(
    text: str | bytes | Mapping[str, Any] | Document,
    source: str,
    *,
    warn: bool = False,
    lines: bool = False,
    rubrics: Lookup[Any] | None = None,
) -> tuple[Vetting, list[Problem]]:
    """Collect the questions without a mistake, and all problems in the order of the text."""
    vetting = Vetting(rubrics)
    problems: list[Problem] = []
    errors = 0
    for found in _problems(text, source, vetting, warn, lines):
        for problem in found:
            errors += problem.severity is Severity.ERROR
            if errors > MOST_MISTAKES:
                message = f"more than {MOST_MISTAKES} mistakes, the rest is not read"
                return vetting, [*problems, replace(problem, message=message, hint=None)]
            problems.append(problem)
    return vetting, problems


def _problems(
    text: str | bytes | Mapping[str, Any] | Document, source: str, vetting: Vetting, warn: bool, lines: bool
) -> Iterator[Sequence[Problem]]:
    """Yield the problems of each document that the text holds: each line's, or those of the whole.

    lines: whether the text is known to be JSON Lines.
    """
    try:
        if is_text(text):
            text = characters(text, source, DATASET_LIMITS.bytes)
            if lines or named_json_lines(source) or are_json_lines(text):
                yield from _line_problems(json_lines(text, source, DATASET_LIMITS), source, vetting, warn)
                return
        document = as_document(text, source=source, limits=DATASET_LIMITS)
    except InvalidDocument as error:
        yield error.problems
        return
    if _is_question(document):
        yield from _line_problems(iter([document]), source, vetting, warn)
        return
    findings = vetted_head(document.data)
    questions = document.data.get("questions") if isinstance(document.data, Mapping) else None
    errors = 0
    for index, question in enumerate(questions if isinstance(questions, list) else ()):
        found = _findings(question, ("questions", index), f"questions[{index}]", document, vetting, warn)
        findings += found
        errors += sum(one.severity is Severity.ERROR for one in found)
        if errors > MOST_MISTAKES:
            break
    yield located(findings, document)


def _is_question(document: Document) -> bool:
    """Tell whether a document that was read by itself is the only line of JSON Lines."""
    is_object = document.syntax == "json" and isinstance(document.data, Mapping)
    return is_object and "questions" not in document.data and is_one_line(document.text or "")


def _line_problems(
    lines: Iterator[Document | InvalidDocument], source: str, vetting: Vetting, warn: bool
) -> Iterator[Sequence[Problem]]:
    empty = True
    for document in lines:
        empty = False
        if isinstance(document, InvalidDocument):
            yield document.problems
        else:
            place = f"line {document.lines_before + 1}"
            yield located(_findings(document.data, (), place, document, vetting, warn), document)
    if empty:
        yield [Problem(source, "the document is empty, expected one question a line", 1, 1, code="syntax")]


def _findings(
    question: Any, path: Path, place: str, document: Document, vetting: Vetting, warn: bool
) -> list[Finding]:
    found = vetting.add(question, path, place)
    if warn and not found:
        found += vetting.warnings(question, path, by_hand=document.syntax == "yaml")
    return found
