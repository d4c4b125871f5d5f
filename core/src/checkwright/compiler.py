"""Compile rubrics: every check prepared once, sub-rubrics compiled once, what goes wrong contained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from .case import Case
from .closing import Closing
from .errors import NotExecutable, ServiceError
from .kind import Execute, Limits, Toolbox
from .kinds import Kinds
from .plan import Plan, blame
from .preparing import executed, prepare_check
from .rubric import Rubric, RubricRef
from .schemas import SchemaStore, noting
from .signature import digest, signature
from .store import RubricStore
from .supplies import Supplies
from .verdict import Verdict
from .wording import one_line

__all__ = [
    "compile_rubric",
    "compile_with",
    "make_toolbox",
    "score",
    "toolbox_with",
]

#: The references from the root to a rubric; None for a root that is no rubric.
_RefPath: TypeAlias = tuple[RubricRef | None, ...]


def compile_rubric(
    rubric: Rubric,
    *,
    kinds: Kinds,
    rubrics: RubricStore | None = None,
    schemas: SchemaStore | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> Plan:
    """Prepare every check of a rubric once, for scoring many cases.

    Never raises for what a check or a plugin does: an authoring mistake becomes a check that fails
    every case, a fault of a plugin one that is an error for every case.

    rubrics: where composites look up their sub-rubrics; without it they are not executable.
    schemas: where checks look up JSON Schemas; without it those that name one are not executable.
    tools: programs that the run names, each with its path, such as {"php": "/opt/php/bin/php"}.
    limits: bounds of the run; default `Limits()`.

    Raises:
        TypeError: `rubric` is no Rubric, such as the name of a file.
    """
    given = Supplies.given(rubrics=rubrics, schemas=schemas, tools=tools, limits=limits)
    return compile_with(rubric, kinds, given)


def compile_with(rubric: Rubric, kinds: Kinds, supplies: Supplies) -> Plan:
    """Compile a rubric for a run that provides these supplies.

    Raises:
        TypeError: `rubric` is no Rubric.
    """
    if not isinstance(rubric, Rubric):
        raise TypeError(
            f"expected a Rubric, not {type(rubric).__name__}: read one with load_rubric or parse_rubric"
        )
    closing = Closing()
    try:
        return _Compiler(kinds, supplies, closing).root(rubric)
    except BaseException:
        closing.close()
        raise


def score(
    rubric: Rubric,
    case: Case,
    *,
    kinds: Kinds,
    rubrics: RubricStore | None = None,
    schemas: SchemaStore | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> Verdict:
    """Compile a rubric, score one case and close the plan; for several cases compile once."""
    given = Supplies.given(rubrics=rubrics, schemas=schemas, tools=tools, limits=limits)
    with compile_with(rubric, kinds, given) as plan:
        verdict = plan.score(case)
        if plan.holds:
            # What locates the evidence may need what is about to be given back.
            _ = verdict.checks
        return verdict


def make_toolbox(
    *,
    kinds: Kinds,
    rubrics: RubricStore | None = None,
    schemas: SchemaStore | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    on_close: Callable[[Callable[[], object]], object] | None = None,
) -> Toolbox:
    """Make what a run provides, for preparing one check that stands in no rubric.

    rubrics, schemas, tools, limits: as for `compile_rubric`.
    on_close: is given a function, as `contextlib.ExitStack.callback` takes it, that gives back what the
        check took; without it nobody does.
    """
    given = Supplies.given(rubrics=rubrics, schemas=schemas, tools=tools, limits=limits)
    closing = Closing()
    if on_close is not None:
        on_close(closing.close)
    return toolbox_with(kinds, given, closing)


def toolbox_with(kinds: Kinds, supplies: Supplies, closing: Closing, kind: str | None = None) -> Toolbox:
    """Make the toolbox for a check of a kind that stands in no rubric; what it takes is for `closing`."""
    return _Compiler(kinds, supplies, closing).toolbox((None,), _Below(), kind)


@dataclass(frozen=True, slots=True)
class _Below:
    """What the checks of one rubric led to while they were prepared.

    refs: every rubric that was asked for, at any depth, those that were refused included.
    plans: the sub-rubrics, one for each place. kinds: those that other kinds build on.
    schemas: the references that were looked up. engines: what each kind noted.
    """

    refs: set[RubricRef] = field(default_factory=set)
    plans: list[Plan] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    schemas: set[str] = field(default_factory=set)
    engines: dict[str, dict[str, str]] = field(default_factory=dict)

    def note(self, kind: str, engine: str, version: str) -> None:
        """Note an engine of a kind."""
        self.engines.setdefault(kind, {})[one_line(str(engine), 100)] = one_line(str(version), 100)


@dataclass(frozen=True, slots=True)
class _Compiled:
    plan: Plan
    refs: frozenset[RubricRef]


class _Compiler:
    """Compiles one rubric with its sub-rubrics, each of them once at each depth.

    What stands above a rubric decides only where a cycle ends. So its plan serves every place of its
    depth above which no rubric stands that it asks for itself.
    """

    def __init__(self, kinds: Kinds, supplies: Supplies, closing: Closing) -> None:
        self._kinds = kinds
        self._rubrics = supplies.rubrics
        self._schemas = supplies.schemas
        self._tools = MappingProxyType(dict(supplies.tools))
        self._limits = supplies.limits
        self._closing = closing
        self._known: dict[tuple[RubricRef, int], _Compiled] = {}
        self._size = 0

    def root(self, rubric: Rubric) -> Plan:
        """Compile the rubric that no other one uses; its plan closes what all of them took."""
        return self._compiled(rubric, (), self._closing).plan

    def _compiled(self, rubric: Rubric, above: _RefPath, closing: Closing | None) -> _Compiled:
        """Compile a rubric that stands below those of `above`."""
        self._size += len(rubric.checks)
        below, path = _Below(), (*above, rubric.ref)
        executes = tuple(
            executed(check, self._kinds, self.toolbox(path, below, check.kind)) for check in rubric.checks
        )
        spelled = signature(
            rubric,
            self._kinds,
            self._limits,
            [part.signature for part in below.plans],
            below.kinds,
            below.engines,
            {ref: self._digest(ref) for ref in below.schemas},
        )
        size = len(executes) + sum(part.size for part in below.plans)
        plan = Plan(rubric, executes, self._kinds, self._limits, spelled, size, closing)
        return _Compiled(plan, frozenset(below.refs))

    def _digest(self, ref: str) -> str | None:
        schema = None if self._schemas is None else self._schemas.get(ref)
        return None if schema is None else digest(schema)

    def toolbox(self, path: _RefPath, below: _Below, kind: str | None) -> Toolbox:
        """Make the toolbox for a check of the last rubric of a path; what it leads to is noted.

        kind: of the check, to which engines and faults are put down.
        """
        who = "a check" if kind is None else blame(kind, self._kinds)

        def compile_ref(ref: str) -> Plan:
            part = self._sub_rubric(self._rubric(ref, path, below), path)
            below.plans.append(part.plan)
            below.refs.update(part.refs)
            return part.plan

        def prepare(check: Mapping[str, Any]) -> Execute:
            name = check.get("kind")
            inner = self.toolbox(path, below, name if isinstance(name, str) else None)
            execute = prepare_check(check, self._kinds, inner)
            below.kinds.add(check["kind"])
            return execute

        return Toolbox(
            limits=self._limits,
            compile=compile_ref,
            prepare=prepare,
            schemas=None if self._schemas is None else noting(self._schemas, below.schemas.add),
            tools=self._tools,
            on_close=partial(self._closing.add, who=who),
            engine=partial(below.note, str(kind)),
        )

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
        compiled = self._compiled(rubric, path, None)
        if compiled.refs.isdisjoint(path):
            self._known[place] = compiled
        return compiled
