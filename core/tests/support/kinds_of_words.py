"""Small kinds that tests are written with: words that decide, scores as told, and several ways to break."""

from typing import Any, Literal

from pydantic import Field

from checkwright import (
    CheckError,
    CheckSpec,
    Evidence,
    Kind,
    NotExecutable,
    Outcome,
    ServiceError,
    hookimpl,
)


class Says(CheckSpec):
    """Pass when the response holds the word."""

    kind: Literal["test.says"]
    word: str = Field(min_length=1)


def prepare_says(spec, toolbox):
    if spec.word == "(":
        raise CheckError("'(' is not a word", path=("word",))
    found = Outcome.judge(
        True,
        "the word is there",
        locate=lambda case: (
            Evidence.span(case.text, case.text.index(spec.word), case.text.index(spec.word) + len(spec.word)),
        ),
    )
    missing = Outcome.judge(False, "the word is missing")
    return lambda case: found if spec.word in case.text else missing


class Told(CheckSpec):
    """Give the score that the check document tells."""

    kind: Literal["test.told"]
    score: float = Field(ge=0, le=1)
    passed: bool = True


def prepare_told(spec, toolbox):
    outcome = Outcome.judge(spec.passed, "as told", spec.score)
    return lambda case: outcome


class Breaks(CheckSpec):
    """Misbehave in the way that is asked for."""

    kind: Literal["test.breaks"]
    how: str


class UnprintableError(Exception):
    def __str__(self):
        raise RuntimeError("no message for you")


def _raiser(error):
    def execute(case):
        raise error

    return execute


WAYS: dict[str, Any] = {
    "KeyError": _raiser(KeyError("x")),
    "SystemExit": _raiser(SystemExit(3)),
    "GeneratorExit": _raiser(GeneratorExit()),
    "RecursionError": _raiser(RecursionError("too deep")),
    "escape": _raiser(ValueError("\x1b[31mred\nline")),
    "unprintable": _raiser(UnprintableError()),
    "KeyboardInterrupt": _raiser(KeyboardInterrupt()),
    "not_executable": _raiser(NotExecutable("no tool record")),
    "check_error": _raiser(CheckError("expected.x does not resolve")),
    "service": _raiser(ServiceError("the judge is down")),
    "none": lambda case: None,
    "text": lambda case: "passed",
    "nan": lambda case: Outcome.judge(True, "nan", float("nan")),
    "1.2": lambda case: Outcome.judge(True, "too much", 1.2),
    "text score": lambda case: Outcome.judge(True, "text", "1"),  # type: ignore[arg-type]
    "bad evidence": lambda case: Outcome.judge(True, "fine", locate=lambda case: 1 / 0),  # type: ignore[arg-type, return-value]
    "no evidence": lambda case: Outcome.judge(True, "fine", locate=lambda case: ("here",)),  # type: ignore[arg-type, return-value]
    "bad details": lambda case: Outcome.judge(True, "fine", details={"x": object()}),
    "dirty reason": lambda case: Outcome.judge(True, "a\nb\x1b[1m\u202e"),
    "empty reason": lambda case: Outcome.judge(False, ""),
}


def prepare_breaks(spec, toolbox):
    if spec.how == "prepare":
        raise ZeroDivisionError("in prepare")
    if spec.how == "prepare exit":
        raise SystemExit(1)
    if spec.how == "prepare interrupt":
        raise KeyboardInterrupt
    if spec.how == "prepare none":
        return None
    if spec.how == "prepare not executable":
        raise NotExecutable("php is missing")
    return WAYS[spec.how]


class Words(CheckSpec):
    """Vocabulary that nobody executes."""

    kind: Literal["test.words"]


KINDS = [
    Kind(spec=Says, prepare=prepare_says),
    Kind(spec=Told, prepare=prepare_told),
    Kind(spec=Breaks, prepare=prepare_breaks),
    Kind(spec=Words, prepare=None, vocabulary="read by people"),
]


@hookimpl
def checkwright_kinds():
    return KINDS
