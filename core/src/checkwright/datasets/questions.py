"""Vet the questions of a dataset: each by itself, and their ids against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

import checkwright_schema

from ..contract.lookup import Lookup, Missing
from ..contract.problem import Finding, Path, Severity
from ..contract.references import REF_PATTERN
from ..schema.explain import by_model, explain_by
from ..schema.validator import bounded_validator
from ..wording import named_type, near, shown, suggested

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["Vetting", "id_text", "vetted_head"]

_Text = Annotated[str, StringConstraints(min_length=1)]


class _Lenient(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")


class _Tool(_Lenient):
    name: _Text


class _Question(_Lenient):
    """The model of a question; it answers as dataset.schema.json does."""

    id: _Text | int | float
    input: str | list[Any] | dict[str, Any]
    criteria: str | None = None
    rubric_ref: Annotated[str, StringConstraints(pattern=REF_PATTERN)] | None = None
    expected: dict[str, Any] | None = None
    expected_facts: list[str | int | float] | None = None
    expected_tools: list[_Text | _Tool] | None = None
    metadata: dict[str, Any] | None = None
    disabled: bool | None = None


#: How alike an unknown field and a known one are, to be taken for it: names such as expected_answer are not.
_ALIKE = 0.85
#: Names of fields past which no further one is looked at for a warning.
_MOST_NAMES = 1000
_FIELDS = tuple(_Question.model_fields)
_OPTIONAL = tuple(name for name, field in _Question.model_fields.items() if not field.is_required())


def id_text(value: str | float) -> str:
    """Return the text of an id: of a number what JSON writes, so that 7 and "7" are one id."""
    return value if isinstance(value, str) else str(value)


def vetted_head(data: Any) -> list[Finding]:
    """Find what is wrong with a dataset that is one document, its questions left aside."""
    if not isinstance(data, Mapping):
        hint = 'write {"questions": [...]}, or one question a line in a *.jsonl file'
        found = named_type(data) if isinstance(data, list) else shown(data)
        return [Finding((), f"a dataset is a mapping with questions, found {found}", hint)]
    findings: list[Finding] = []
    questions = data.get("questions")
    if not isinstance(questions, list) or not questions:
        head = checkwright_schema.schema("dataset")
        del head["properties"]["questions"]["items"], head["properties"]["rubric_ref"]
        findings += explain_by(bounded_validator(head), data)
    if "rubric_ref" in data:
        message = "a dataset has no rubric of its own, its questions have"
        findings.append(Finding(("rubric_ref",), message, "name it at each question", key=True))
    return findings


class Vetting:
    """Vets the questions of one dataset one after the other, and collects them by id.

    rubrics: where the references of questions are looked up, for warnings; None where they are not.
    questions: those without a mistake so far. disabled: the ids of those that are left out.
    """

    def __init__(self, rubrics: Lookup[Any] | None = None) -> None:
        self._rubrics = rubrics
        self.questions: dict[str, Mapping[str, Any]] = {}
        self.disabled: set[str] = set()
        self._places: dict[str, str] = {}
        self._warned: set[str] = set()

    def add(self, question: Any, path: Path, place: str) -> list[Finding]:
        """Find every mistake of a question, and keep it when there is none.

        path: where it stands in its document. place: what to call that in a message.
        """
        found = self._mistakes(question, path)
        ident = question.get("id") if isinstance(question, Mapping) else None
        if isinstance(ident, bool) or not isinstance(ident, str | int | float):
            return found
        text = id_text(ident)
        first = self._places.setdefault(text, place)
        if first != place:
            message = f"the id {shown(text)} is taken by {first}"
            hint = "give each question an id of its own"
            found.append(Finding((*path, "id"), message, hint, code="authoring"))
        if not found:
            self.questions[text] = _without_nulls(question)
            if question.get("disabled"):
                self.disabled.add(text)
        return found

    def _mistakes(self, question: Any, path: Path) -> list[Finding]:
        """Find what the schema refuses in one question."""
        try:
            _Question.model_validate(question)
        except ValidationError:
            found = explain_by(self._validator, question) or by_model(_Question, question)
            return [_moved(finding, path) for finding in found]
        return []

    @cached_property
    def _validator(self) -> Validator:
        return bounded_validator(checkwright_schema.schema("dataset")["$defs"]["question"])

    def warnings(self, question: Any, path: Path, *, by_hand: bool) -> Iterator[Finding]:
        """Yield what is valid in a question and most likely not meant; each kind of it once.

        by_hand: the text is one that people write.
        """
        if isinstance(question["id"], float) and self._first("id"):
            message = f"the number is read as the id {shown(id_text(question['id']))}"
            yield _warning((*path, "id"), message, "quote it, so that it stays as it is written")
        for name, value in question.items():
            if name in _FIELDS:
                if value is None and by_hand and self._first(f"null {name}"):
                    hint = "an unquoted # starts a comment: quote the value, or leave the field out"
                    yield _warning((*path, name), "null is read as if the field were not there", hint)
            elif self._first(f"unknown {name}"):
                close = _meant(name, [known for known in _FIELDS if known not in question])
                if close is not None:
                    what = "the field is kept, and nothing reads it"
                    yield _warning((*path, name), what, suggested(close), key=True)

        ref = question.get("rubric_ref")
        if self._rubrics is not None and ref is not None and not question.get("disabled"):
            found = self._rubrics.find(ref)
            if isinstance(found, Missing) and (found.unknown or found.broken) and self._first(f"ref {ref}"):
                unseen = "nothing grades the question, and no gate counts it" if found.unknown else None
                yield _warning((*path, "rubric_ref"), found.why, unseen)

    def _first(self, what: str) -> bool:
        """Tell whether this is the first time that `what` is warned of."""
        if what in self._warned or len(self._warned) > _MOST_NAMES:
            return False
        self._warned.add(what)
        return True


def _without_nulls(question: Mapping[str, Any]) -> Mapping[str, Any]:
    """Leave out the optional fields that are null."""
    if None not in question.values():
        return question
    return {name: value for name, value in question.items() if value is not None or name not in _OPTIONAL}


def _meant(name: str, known: Sequence[str]) -> str | None:
    """Return the known field that `name` begins, as `rubric` does, or resembles."""
    begun = next((one for one in known if one.startswith(f"{name}_")), None)
    return begun or near(name, known, cutoff=_ALIKE)


def _moved(finding: Finding, path: Path) -> Finding:
    return Finding((*path, *finding.path), finding.message, finding.hint, finding.code, key=finding.key)


def _warning(path: Path, message: str, hint: str | None, *, key: bool = False) -> Finding:
    return Finding(path, message, hint, code="authoring", severity=Severity.WARNING, key=key)
