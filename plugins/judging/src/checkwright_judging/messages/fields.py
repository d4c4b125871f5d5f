"""Fields: what a judge is shown of a case, looked up by the names of a definition or of a prompt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from checkwright import Case, CheckError
from checkwright.paths import DotPath
from checkwright.wording import shown

from ..documents.definition import Definition
from ..documents.prompt import JudgePrompt
from .case_places import AnswerPlace, QuestionPlace
from .shown_text import FieldRefused, NotJson, as_text, vetted

__all__ = ["Field", "FieldRefused", "Group", "definition_fields", "prompt_fields"]

Group = Literal["input", "output", "expected"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field. group: whether it was asked, answered or expected. name: as the author wrote it."""

    group: Group
    name: str
    text: str


def definition_fields(
    definition: Definition, case: Case, most: int, *, path: Sequence[str | int] = ()
) -> tuple[Field, ...]:
    """Return what a definition shows of a case: inputs, outputs, then what is expected.

    Inputs stand in `question.input`: the keys of an object; anything else is meant by `query` and by
    `input`. Outputs stand in the object `prediction` of the response row; of what is not there `response`
    means the text of the reply. What is expected stands in `question.expected`: the keys of an object;
    anything else is meant by `expected` and by `response`. A value that is no text is shown as JSON, null
    included.

    most: characters of one field. path: the place of the definition in the check, for mistakes.

    Raises:
        CheckError: a field is not there, or is no JSON; the message says what there is.
        FieldRefused: a field is too long or not valid Unicode, so that the check has failed.
        NotExecutable: the case has no response.
    """
    asked = QuestionPlace("input", case.question, "query")
    expected = QuestionPlace("expected", case.question, "response")
    lists: tuple[tuple[Group, str, tuple[str, ...], QuestionPlace | AnswerPlace], ...] = (
        ("input", "input_fields", definition.input_fields, asked),
        ("output", "output_fields", definition.output_fields, AnswerPlace(case)),
        ("expected", "expected_output_fields", definition.expected_output_fields, expected),
    )
    found: list[Field] = []
    for group, listing, names, place in lists:
        for index, name in enumerate(names):
            at = (*path, listing, index)
            found.append(_field(group, name, place.value(name, at), most, at))
    return tuple(found)


def prompt_fields(
    prompt: JudgePrompt,
    case: Case,
    criteria: Callable[[], str],
    most: int,
    *,
    path: Sequence[str | int] = ("judge_prompt_ref",),
) -> tuple[Field, ...]:
    """Return what a prompt shows of a case, in its order, without those that may be absent and are.

    `response` and `tool_calls` are outputs, what stands in `question.expected` is expected, all else is
    input. A null in the question is a value; a case without record has no tool calls, and empty criteria
    are none.

    criteria: returns the merged criteria of the question; called when the prompt shows them.
    most: characters of one field. path: the place in the check of what names the prompt, for mistakes.

    Raises:
        CheckError: a field that may not be absent is, or one is no JSON; the message says what there is.
        FieldRefused: a field is too long or not valid Unicode, so that the check has failed.
        NotExecutable: the case has no response.
    """
    return tuple(_prompt_fields(prompt, case, criteria, most, tuple(path)))


def _prompt_fields(
    prompt: JudgePrompt, case: Case, criteria: Callable[[], str], most: int, path: tuple[str | int, ...]
) -> Iterator[Field]:
    for wanted in prompt.fields:
        name = wanted.removesuffix("?")
        try:
            value = _prompt_value(name, case, criteria)
        except CheckError as error:
            if wanted != name:
                continue
            raise CheckError(error.message, path) from None
        yield _field(_group(name), name, value, most, path)


def _prompt_value(name: str, case: Case, criteria: Callable[[], str]) -> Any:
    if name == "response":
        return case.text
    if name == "tool_calls":
        if case.tool_calls is None:
            raise CheckError("tool_calls: the case has no record of tool calls")
        return case.tool_calls
    if name == "criteria":
        text = criteria()
        if not text.strip():
            raise CheckError("criteria: neither the question nor the rubric has criteria in words")
        return text
    return DotPath(name, field="fields").value({"question": case.question})


def _group(name: str) -> Group:
    if name in ("response", "tool_calls"):
        return "output"
    return "expected" if name.split(".")[:2] == ["question", "expected"] else "input"


def _field(group: Group, name: str, value: Any, most: int, path: tuple[str | int, ...]) -> Field:
    said = f"the {group} field {shown(name)}"
    try:
        text = as_text(value)
    except NotJson:
        raise CheckError(f"{said} is no JSON value, such as NaN, or is nested too deep", path) from None
    return Field(group, name, vetted(said, text, most))
