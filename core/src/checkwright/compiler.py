"""Compile rubrics: every check prepared once, sub-rubrics compiled once, what goes wrong contained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from .case import Case
from .errors import CheckError, NotExecutable, ServiceError
from .kind import Execute, Kind, Limits, Toolbox
from .kinds import Kinds
from .outcome import Outcome
from .plan import Constant, Plan, blame, contained
from .rubric import Rubric, RubricCheck, RubricRef
from .store import RubricStore
from .verdict import Verdict
from .wording import one_line, shown

__all__ = ["compile_rubric", "prepare_check", "prepared", "score"]


def compile_rubric(
    rubric: Rubric, *, kinds: Kinds, rubrics: RubricStore | None = None, limits: Limits | None = None
) -> Plan:
    """Prepare every check of a rubric once, for scoring many cases.

    Never raises for what a check or a plugin does: an authoring mistake becomes a check that fails
    every case, a fault of a plugin one that is an error for every case.

    rubrics: where composites look up their sub-rubrics; without it they are not executable.
    limits: bounds of the run; default `Limits()`.
    """
    return _Compiler(kinds, rubrics, limits or Limits()).plan(rubric, ())


def score(
    rubric: Rubric,
    case: Case,
    *,
    kinds: Kinds,
    rubrics: RubricStore | None = None,
    limits: Limits | None = None,
) -> Verdict:
    """Compile a rubric and score one case; for several cases compile once."""
    return compile_rubric(rubric, kinds=kinds, rubrics=rubrics, limits=limits).score(case)


class _Compiler:
    """Compiles one rubric with its sub-rubrics, each of them once at each depth.

    A sub-plan serves every place of its depth, but for those where the cycle guard decides otherwise: one
    in which a reference led back above it, and a place below a rubric that it uses itself.
    """

    def __init__(self, kinds: Kinds, rubrics: RubricStore | None, limits: Limits) -> None:
        self._kinds = kinds
        self._rubrics = rubrics
        self._limits = limits
        self._plans: dict[tuple[RubricRef, int], Plan] = {}
        self._size = 0
        #: The shortest path to which a cycle led back so far, as its length.
        self._reached_back = limits.depth + 1

    def plan(self, rubric: Rubric, above: tuple[RubricRef, ...]) -> Plan:
        """Compile a rubric that stands below those of `above`."""
        path = (*above, rubric.ref)
        self._size += len(rubric.checks)
        parts: list[Plan] = []

        def compile_ref(ref: str) -> Plan:
            part = self._sub_plan(ref, path)
            parts.append(part)
            return part

        toolbox = Toolbox(
            limits=self._limits,
            compile=compile_ref,
            prepare=lambda check: prepare_check(check, self._kinds, toolbox),
        )
        executes = tuple(_execute(check, self._kinds, toolbox) for check in rubric.checks)
        return Plan(rubric, executes, self._kinds, self._limits, parts)

    def _sub_plan(self, ref: str, path: tuple[RubricRef, ...]) -> Plan:
        if self._rubrics is None:
            raise NotExecutable(one_line(f"{ref}: this run has no rubrics to look it up in"))
        rubric = self._rubrics.get(ref)
        if rubric is None:
            why = self._rubrics.why(ref) or f"{ref} leads to no rubric"
            raise ServiceError(why) if self._rubrics.broken(ref) else NotExecutable(why)
        if rubric.ref in path:
            self._reached_back = min(self._reached_back, path.index(rubric.ref))
            circle = (*path[path.index(rubric.ref) :], rubric.ref)
            raise NotExecutable(one_line(f"cycle: {' > '.join(map(str, circle))}"))
        depth = len(path)
        if depth > self._limits.depth:
            raise NotExecutable(f"{ref} lies {depth} rubrics deep, at most {self._limits.depth} are followed")
        known = self._plans.get((rubric.ref, depth))
        if known is not None and not known.signature["rubrics"].keys().isdisjoint(map(str, path)):
            known = None
        size = len(rubric.checks) if known is None else known.size
        if self._size + size > self._limits.checks:
            raise NotExecutable(f"{ref} would make more than {self._limits.checks:,} checks in all")
        if known is not None:
            self._size += known.size
            return known
        before, self._reached_back = self._reached_back, depth
        plan = self.plan(rubric, path)
        if self._reached_back >= depth:
            self._plans[rubric.ref, depth] = plan
        self._reached_back = min(before, self._reached_back)
        return plan


def prepare_check(check: Mapping[str, Any], kinds: Kinds, toolbox: Toolbox) -> Execute:
    """Prepare a check from its document, for a kind that builds on another.

    Raises:
        NotExecutable: the kind is not available, or not executable here.
        CheckError: the document is not valid for its kind.
    """
    name = check.get("kind")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise NotExecutable(f"the kind {shown(name)} is not available here")
    try:
        spec = kind.spec.model_validate(dict(check))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise CheckError(one_line(f"{name}: {first['msg']}"), first["loc"]) from None
    return prepared(kind, spec, toolbox)


def _execute(check: RubricCheck, kinds: Kinds, toolbox: Toolbox) -> Execute:
    """Prepare one check; whatever goes wrong becomes its constant outcome."""
    if check.problem is not None and check.unavailable:
        return Constant(Outcome.error(check.problem.message))
    if check.problem is not None:
        return Constant(Outcome.judge(False, check.problem.message))
    kind = kinds.get(check.kind)
    if kind is None or check.spec is None:
        return Constant(Outcome.error(f"the kind {check.kind!r} is not available here"))
    try:
        return prepared(kind, check.spec, toolbox)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return Constant(contained(error, blame(check.kind, kinds)))


def prepared(kind: Kind[Any], spec: Any, toolbox: Toolbox) -> Execute:
    """Prepare one check of a kind; vocabulary gives an execute that is not executable.

    Raises:
        TypeError: `prepare` gave something that cannot be called.
        BaseException: whatever `prepare` raises.
    """
    if kind.prepare is None:
        return Constant(Outcome.not_executable(kind.vocabulary))
    execute: Any = kind.prepare(spec, toolbox)
    if not callable(execute):
        raise TypeError(f"prepare must return a function, not {type(execute).__name__}")
    return execute  # type: ignore[no-any-return]
