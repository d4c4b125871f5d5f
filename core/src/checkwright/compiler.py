"""Compile rubrics: every check prepared once, sub-rubrics compiled once, what goes wrong contained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pydantic import ValidationError

from .case import Case
from .errors import CheckError, NotExecutable, ServiceError
from .kind import Execute, Kind, Limits, Toolbox
from .kinds import Kinds
from .outcome import Outcome
from .plan import Constant, Plan, blame, carefully, contained
from .rubric import Rubric, RubricCheck, RubricRef
from .store import RubricStore
from .verdict import Verdict
from .wording import one_line, shown

__all__ = ["compile_rubric", "make_toolbox", "prepare_check", "prepared", "score"]

#: The references from the root to a rubric; None for a root that is no rubric.
_RefPath: TypeAlias = tuple[RubricRef | None, ...]


def compile_rubric(
    rubric: Rubric, *, kinds: Kinds, rubrics: RubricStore | None = None, limits: Limits | None = None
) -> Plan:
    """Prepare every check of a rubric once, for scoring many cases.

    Never raises for what a check or a plugin does: an authoring mistake becomes a check that fails
    every case, a fault of a plugin one that is an error for every case.

    rubrics: where composites look up their sub-rubrics; without it they are not executable.
    limits: bounds of the run; default `Limits()`.
    """
    return _Compiler(kinds, rubrics, limits or Limits()).compiled(rubric, ()).plan


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


def make_toolbox(
    *, kinds: Kinds, rubrics: RubricStore | None = None, limits: Limits | None = None
) -> Toolbox:
    """Make what a run provides, for preparing one check that stands in no rubric.

    rubrics, limits: as for `compile_rubric`.
    """
    limits = limits or Limits()
    return _Compiler(kinds, rubrics, limits).toolbox((None,), _Below())


@dataclass(frozen=True, slots=True)
class _Below:
    """What the checks of one rubric led to while they were prepared.

    refs: every rubric that was asked for, at any depth, those that were refused included.
    plans: the sub-rubrics, one for each place. kinds: those that other kinds build on.
    """

    refs: set[RubricRef] = field(default_factory=set)
    plans: list[Plan] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Compiled:
    plan: Plan
    refs: frozenset[RubricRef]


class _Compiler:
    """Compiles one rubric with its sub-rubrics, each of them once at each depth.

    What stands above a rubric decides only where a cycle ends. So its plan serves every place of its
    depth above which no rubric stands that it asks for itself.
    """

    def __init__(self, kinds: Kinds, rubrics: RubricStore | None, limits: Limits) -> None:
        self._kinds = kinds
        self._rubrics = rubrics
        self._limits = limits
        self._known: dict[tuple[RubricRef, int], _Compiled] = {}
        self._size = 0

    def compiled(self, rubric: Rubric, above: _RefPath) -> _Compiled:
        """Compile a rubric that stands below those of `above`."""
        self._size += len(rubric.checks)
        below = _Below()
        toolbox = self.toolbox((*above, rubric.ref), below)
        executes = tuple(_execute(check, self._kinds, toolbox) for check in rubric.checks)
        plan = Plan(rubric, executes, self._kinds, self._limits, below.plans, below.kinds)
        return _Compiled(plan, frozenset(below.refs))

    def toolbox(self, path: _RefPath, below: _Below) -> Toolbox:
        """Make the toolbox for the checks of the last rubric of a path; what they lead to is noted."""

        def compile_ref(ref: str) -> Plan:
            part = self._sub_rubric(self._rubric(ref, path, below), path)
            below.plans.append(part.plan)
            below.refs.update(part.refs)
            return part.plan

        def prepare(check: Mapping[str, Any]) -> Execute:
            execute = prepare_check(check, self._kinds, toolbox)
            below.kinds.add(check["kind"])
            return execute

        toolbox = Toolbox(limits=self._limits, compile=compile_ref, prepare=prepare)
        return toolbox

    def _rubric(self, ref: str, path: _RefPath, below: _Below) -> Rubric:
        """Look a sub-rubric up, and refuse one that may not stand here."""
        if self._rubrics is None:
            raise NotExecutable(one_line(f"{ref}: this run has no rubrics to look it up in"))
        rubric = self._rubrics.get(ref)
        if rubric is None:
            why = self._rubrics.why(ref) or f"{ref} leads to no rubric"
            raise ServiceError(why) if self._rubrics.broken(ref) else NotExecutable(why)
        below.refs.add(rubric.ref)
        if rubric.ref in path:
            circle = (*path[path.index(rubric.ref) :], rubric.ref)
            raise NotExecutable(one_line(f"cycle: {' > '.join(map(str, circle))}"))
        if len(path) > self._limits.depth:
            raise NotExecutable(
                one_line(
                    f"depth limit: {ref} lies {len(path)} deep, at most {self._limits.depth} are followed"
                )
            )
        return rubric

    def _sub_rubric(self, rubric: Rubric, path: _RefPath) -> _Compiled:
        """Compile a sub-rubric, or take what was compiled before where that is the same here."""
        place = (rubric.ref, len(path))
        known = self._known.get(place)
        if known is not None and not known.refs.isdisjoint(path):
            known = None
        size = len(rubric.checks) if known is None else known.plan.size
        if self._size + size > self._limits.checks:
            raise NotExecutable(
                one_line(f"size limit: with {rubric.ref} more than {self._limits.checks:,} checks in all")
            )
        if known is not None:
            self._size += size
            return known
        compiled = self.compiled(rubric, path)
        if compiled.refs.isdisjoint(path):
            self._known[place] = compiled
        return compiled


def prepare_check(check: Mapping[str, Any], kinds: Kinds, toolbox: Toolbox) -> Execute:
    """Prepare a check from its document, for a kind that builds on another.

    What it gives never raises: what the check raises becomes its outcome, and a fault names its kind.

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
        execute = prepared(kind, _spec(check, kind), toolbox)
    except (CheckError, NotExecutable, ServiceError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise ServiceError(contained(error, who).reason) from error
    return lambda case: carefully(execute, case, who)


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
