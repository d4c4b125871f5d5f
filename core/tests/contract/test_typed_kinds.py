"""Type checkers read a kind as the engine does: right ones are clean in strict mode, mistakes are found."""

import pytest
from pydantic import BaseModel
from strict_types import pyright_findings

from checkwright import CheckSpec

RIGHT = '''\
"""A kind that uses what a spec and a Kind can have."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from checkwright import (
    Case, CheckError, CheckSpec, Evidence, Execute, Kind, NonBlank, NotExecutable, Outcome, SpecPart, Toolbox,
    hookimpl,
)


class Span(SpecPart):
    start: int = Field(default=0, ge=0)
    words: tuple[NonBlank, ...] = ()
    schema_: str | None = Field(default=None, alias="schema")


class Spec(CheckSpec):
    """Many fields."""

    kind: Literal["acme.many"]
    size: int = Field(ge=1, description="How many.")
    spans: Annotated[tuple[Span, ...], Field(min_length=1)] = (Span(start=3, schema="a"),)
    notes: dict[str, Any] | None = None

    @field_validator("size")
    @classmethod
    def _even(cls, size: int) -> int:
        return size

    @model_validator(mode="after")
    def _whole(self) -> "Spec":
        return self


def describe(spec: Spec) -> str | None:
    return spec.description or f"{spec.size} of {spec.spans[0].words}"


def missing(toolbox: Toolbox) -> str | None:
    return None if "tool" in toolbox.tools else "name it"


def warn(spec: Spec) -> Iterable[tuple[tuple[str | int, ...], str]]:
    if spec.size > 9:
        yield ("size",), "large"


def prepare(spec: Spec, toolbox: Toolbox) -> Execute:
    if spec.id is None:
        raise CheckError("no id", ("id",))
    if toolbox.schemas is None:
        raise NotExecutable("no schemas")
    other = toolbox.compile("rubric/a@1.0")

    def locate(case: Case) -> tuple[Evidence, ...]:
        return (Evidence.span(case.text, 0, 1),)

    def execute(case: Case) -> Outcome:
        verdict = other.score(case)
        return Outcome.judge(verdict.passed is True, "as the other", verdict.score, locate=locate)

    return execute


SPEC = Spec(kind="acme.many", size=2, id="a")
NAME: Literal["acme.many"] = SPEC.kind
KIND = Kind(
    spec=Spec, prepare=prepare, describe=describe, says=frozenset({"size"}), missing=missing, warn=warn,
    effects=frozenset({"subprocess:tool"}), engines=lambda: {"tool": "1"},
)  # fmt: skip
WORDS = Kind(spec=Spec, prepare=None, vocabulary="a judge reads it")


@hookimpl
def checkwright_kinds() -> Sequence[Kind[Spec]]:
    return [KIND, WORDS]
'''

BEGIN = """\
from typing import Literal

from checkwright import CheckSpec, Execute, Kind, Outcome, Toolbox


class Spec(CheckSpec):
    kind: Literal["acme.x"]
    size: int


def prepare(spec: Spec, toolbox: Toolbox) -> Execute:
    return lambda case: Outcome.judge(len(case.text) < spec.size, "measured")


KIND = Kind(spec=Spec, prepare=prepare)
"""

#: What is done to the lines above, and what pyright says of it.
MISTAKES = {
    "kind_without_a_literal": ('Literal["acme.x"]', "str", '"str" is not assignable to "LiteralString"'),
    "kind_with_a_default": (
        'Literal["acme.x"]',
        'str = "acme.x"',
        '"str" is not assignable to "LiteralString"',
    ),
    "kind_that_is_no_text": ('Literal["acme.x"]', "Literal[3]", '"kind" overrides symbol'),
    "prepare_that_judges": (
        "-> Execute:\n    return lambda case: Outcome.judge(len(case.text) < spec.size,",
        "-> Outcome:\n    return Outcome.judge(spec.size > 3,",
        '"Outcome" is not assignable to type "Execute"',
    ),
    "prepare_of_another_spec": ("spec: Spec,", "spec: Toolbox,", '"Spec" is not assignable to "Toolbox"'),
    "execute_that_gives_a_bool": (
        'Outcome.judge(len(case.text) < spec.size, "measured")',
        "len(case.text) < spec.size",
        '"bool" is not assignable to "Outcome"',
    ),
    "field_that_is_set": ("    return lambda", "    spec.size = 3\n    return lambda", '"size" is read-only'),
    "field_that_is_not_there": ("< spec.size", "< spec.max_size", 'Cannot access attribute "max_size"'),
}


@pytest.fixture(scope="module")
def findings(tmp_path_factory):
    """What pyright finds in the kind that is right and in those with one mistake each, by file."""
    folder = tmp_path_factory.mktemp("kinds")
    texts = {"right": RIGHT, "begin": BEGIN}
    for name, (found, replacement, _) in MISTAKES.items():
        assert BEGIN.count(found) == 1, name
        texts[name] = BEGIN.replace(found, replacement)
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    found = pyright_findings(folder)
    return {name: [one for one in found if one.file.stem == name] for name in texts}


@pytest.mark.parametrize("name", ["right", "begin"])
def test_a_typed_kind_is_clean(findings, name):
    """Nothing is found in strict mode, and its author ignores nothing."""
    assert findings[name] == []


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_a_type_error(findings, name):
    """What the engine would refuse when it loads or runs the kind is seen before."""
    expected = MISTAKES[name][-1]
    assert any(expected in found.message for found in findings[name]), findings[name]


def test_types_cost_nothing_at_run_time():
    """The class that tells type checkers of frozen fields is not there: pydantic alone makes a spec."""
    assert type(CheckSpec) is type(BaseModel)
