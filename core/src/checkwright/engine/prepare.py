"""Prepare checks: from a document, or one that stands in a rubric; what goes wrong becomes an outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from ..contract.errors import CheckError, NotExecutable, ServiceError
from ..contract.kind import Kind
from ..contract.outcome import Outcome
from ..contract.toolbox import Execute, Toolbox
from ..kinds.kinds import Kinds
from ..rubrics.rubric import RubricCheck
from ..wording import one_line, shown
from .guard import Constant, blame, execute_safely, outcome_of_error

__all__ = ["call_prepare", "prepare_document", "prepare_in_rubric"]


def prepare_document(check: Mapping[str, Any], kinds: Kinds, toolbox: Toolbox) -> Execute:
    """Prepare a check from its document, for a kind that builds on another.

    What is returned never raises: what the check raises becomes its outcome, and a fault names its kind.

    Raises:
        NotExecutable: the kind is not available, is vocabulary, or is not executable here.
        CheckError: the document is not valid for its kind, or has a mistake that `prepare` found.
        ServiceError: the kind broke on it, or what it says itself.
    """
    name = check.get("kind")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise NotExecutable(f"the kind {shown(name)} is not available here")
    if kind.prepare is None:
        raise NotExecutable(one_line(f"{kind.name}: {kind.vocabulary}"))
    who = blame(kind.name, kinds)
    try:
        execute = call_prepare(kind, _spec(check, kind), toolbox)
    except (CheckError, NotExecutable, ServiceError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ServiceError(outcome_of_error(error, who).reason) from error
    return lambda case: execute_safely(execute, case, who)


def _spec(check: Mapping[str, Any], kind: Kind[Any]) -> Any:
    """Read a check document by the model of its kind.

    Raises:
        CheckError: it is not valid.
    """
    try:
        return kind.spec.model_validate(dict(check))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = "/".join(map(str, first["loc"])) or "the check"
        found = "" if first["type"] == "missing" else f", not {shown(first['input'])}"
        message = f"{kind.name}: {place}: {first['msg']}{found}"
        raise CheckError(one_line(message), first["loc"]) from None


def prepare_in_rubric(check: RubricCheck, kinds: Kinds, toolbox: Toolbox) -> Execute:
    """Prepare a check of a rubric; whatever goes wrong becomes its outcome for every case."""
    if check.problem is not None and check.unavailable:
        return Constant(Outcome.error(check.problem.message))
    if check.problem is not None:
        return Constant(Outcome.judge(False, check.problem.message))
    kind = kinds.get(check.kind)
    if kind is None or check.spec is None:
        return Constant(Outcome.error(f"the kind {check.kind!r} is not available here"))
    try:
        return call_prepare(kind, check.spec, toolbox)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return Constant(outcome_of_error(error, blame(check.kind, kinds)))


def call_prepare(kind: Kind[Any], spec: Any, toolbox: Toolbox) -> Execute:
    """Call the `prepare` of a kind; a check of a kind without one is not executable for every case.

    Raises:
        TypeError: `prepare` returned something that cannot be called.
        BaseException: whatever `prepare` raises.
    """
    if kind.prepare is None:
        return Constant(Outcome.not_executable(kind.vocabulary))
    execute: Any = kind.prepare(spec, toolbox)
    if not callable(execute):
        raise TypeError(f"prepare must return a function, not {type(execute).__name__}")
    return execute  # type: ignore[no-any-return]
