"""Toolbox and Limits: what a run provides to a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..wording import one_line, shown
from .case import Case
from .errors import NotExecutable
from .lookup import Lookup, SchemaLookup, Scorer
from .outcome import Outcome

__all__ = ["Execute", "Limits", "Toolbox"]


#: Executes one prepared check on one case; may be called from several threads.
Execute: TypeAlias = Callable[[Case], Outcome]


@dataclass(frozen=True, slots=True)
class Limits:
    """Named bounds of a run; a response that exceeds one fails the check, and the reason names it.

    response_chars: characters of a response that any check looks at.
    regex_chars: characters of a response that a pattern is searched in.
    chrf_chars: characters of a response, and of all its references together, that chrF is computed of.
    judge_chars: characters of a text that a judge is shown.
    depth: how many rubrics deep a composite may lead; the rubric itself is depth 0.
    checks: checks that a rubric may come to with all its sub-rubrics, each counted where it is used.
    """

    response_chars: int = 2_000_000
    regex_chars: int = 1_000_000
    chrf_chars: int = 100_000
    judge_chars: int = 100_000
    depth: int = 3
    checks: int = 10_000


def _no_rubrics(ref: str) -> Scorer:
    raise NotExecutable(one_line(f"{ref}: this run has no rubrics to look it up in"))


def _no_kinds(check: Mapping[str, Any]) -> Execute:
    raise NotExecutable(f"the kind {shown(check.get('kind'))} is not available here")


def _no_cleanup(function: Callable[[], object]) -> None:
    del function


def _no_engine(name: str, version: str) -> None:
    del name, version


def _no_criteria(question: Mapping[str, Any]) -> str:
    told = question.get("criteria", "")
    return told if isinstance(told, str) else ""


def _no_stop(reason: str) -> None:
    del reason


@dataclass(frozen=True, slots=True)
class Toolbox:
    """What a run provides to `prepare`. Nothing is ambient: what is not here does not exist.

    limits: the bounds of the run.
    compile: returns what scores by a rubric, named by its reference and compiled once; raises NotExecutable
        with the cause when the run has no such rubric, on a cycle and past a limit, ServiceError when the
        rubric is there and cannot be used.
    prepare: prepares a check of another kind from its document, for a kind that builds on it; raises
        NotExecutable when that kind is not there or is not executed here, CheckError for an authoring
        mistake (its path lies in that document), ServiceError when that kind broke. What it returns raises
        nothing: every case has an outcome, and a fault names its kind.
    schemas: where a reference to a JSON Schema is looked up, in `prepare`, since what was looked up there
        decides and stands in the signature; None when the run has no such look-up.
    tools: programs that the run names, each with its path; a kind looks elsewhere for one that is not
        named.
    lookups: where references are looked up, by the word before their slash: `rubric` and `schema`, where
        the run has them, and what it was given beside them.
    providers: what the run opens for its checks, by the word of the role and by name, the default first;
        opened when it is first asked for. A role's `of` reads it and says what is missing.
    folder: the folder that paths in questions are relative to; None when the run has none.
    criteria: returns the criteria text for a question: its own, and what each check of the rubric that the
        check stands in wants, a line each; as `checkwright.criteria` gives it.
    outside: a context manager around the time that a check spends waiting for something outside, such as a
        sandbox: a run stops the clock of the row for it.
    stop: asks the run to end before this row, with a reason in one clean line; does nothing by itself, and
        the check still returns an outcome, which nobody sees.
    on_close: takes a function that the plan calls when it is closed, to close what `prepare` opened, such
        as a process or a folder; the last one is called first.
    engine: notes in `prepare` what decides beside the kind in this run, and its version; it takes the
        place of what `Kind.engines` says of that name in the signature.
    """

    limits: Limits = field(default_factory=Limits)
    compile: Callable[[str], Scorer] = _no_rubrics
    prepare: Callable[[Mapping[str, Any]], Execute] = _no_kinds
    schemas: SchemaLookup | None = None
    tools: Mapping[str, str] = field(default_factory=dict)
    lookups: Mapping[str, Lookup[Any]] = field(default_factory=dict)
    providers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    folder: str | None = None
    criteria: Callable[[Mapping[str, Any]], str] = _no_criteria
    outside: Callable[[], AbstractContextManager[object]] = nullcontext
    stop: Callable[[str], None] = _no_stop
    on_close: Callable[[Callable[[], object]], object] = _no_cleanup
    engine: Callable[[str, str], None] = _no_engine
