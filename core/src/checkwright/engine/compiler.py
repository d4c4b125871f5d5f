"""Compile rubrics: every check prepared once, sub-rubrics compiled once, what goes wrong contained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from ..contract.case import Case
from ..contract.errors import NotExecutable, ServiceError
from ..contract.lookup import Found, Lookup, Missing, SchemaLookup
from ..contract.references import RubricRef
from ..contract.toolbox import Execute, Limits, Toolbox
from ..contract.verdict import Verdict
from ..kinds.kinds import Kinds
from ..rubrics.rubric import Rubric
from ..wording import one_line
from .cleanup import Cleanup
from .guard import blame
from .noted_lookup import NotedLookup
from .plan import Plan
from .prepare import prepare_document, prepare_in_rubric
from .resources import Resources
from .signature import digest, signature
from .travel import SentPlan

__all__ = [
    "compile_rubric",
    "compile_with",
    "make_toolbox",
    "score",
    "toolbox_with",
]

T = TypeVar("T")

#: The references from the root to a rubric; None for a root that is no rubric.
_RefPath: TypeAlias = tuple[RubricRef | None, ...]


def compile_rubric(
    rubric: Rubric,
    *,
    kinds: Kinds,
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
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
    given = Resources.given(rubrics=rubrics, schemas=schemas, tools=tools, limits=limits)
    return compile_with(rubric, kinds, given)


def compile_with(rubric: Rubric, kinds: Kinds, resources: Resources) -> Plan:
    """Compile a rubric for a run that provides these resources.

    Raises:
        TypeError: `rubric` is no Rubric.
    """
    if not isinstance(rubric, Rubric):
        raise TypeError(
            f"expected a Rubric, not {type(rubric).__name__}: read one with load_rubric or parse_rubric"
        )
    closing = Cleanup()
    try:
        return _Compiler(kinds, resources, closing).root(rubric)
    except BaseException:
        closing.close()
        raise


def _received(sent: SentPlan) -> Plan:
    """Compile a plan that was sent here.

    Raises:
        PlanMismatch: it would not give the same verdicts.
    """
    rubric, kinds, resources = sent.unpacked()
    plan = compile_with(rubric, kinds, resources)
    try:
        sent.require_same(plan.signature)
    except BaseException:
        plan.close()
        raise
    return plan


def score(
    rubric: Rubric,
    case: Case,
    *,
    kinds: Kinds,
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
) -> Verdict:
    """Compile a rubric, score one case and close the plan; for several cases compile once."""
    given = Resources.given(rubrics=rubrics, schemas=schemas, tools=tools, limits=limits)
    with compile_with(rubric, kinds, given) as plan:
        verdict = plan.score(case)
        if plan.holds:
            # What locates the evidence may need what is about to be given back.
            _ = verdict.checks
        return verdict


def make_toolbox(
    *,
    kinds: Kinds,
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    kind: str | None = None,
    on_close: Callable[[Callable[[], object]], object] | None = None,
) -> Toolbox:
    """Make what a run provides, for preparing one check that stands in no rubric.

    rubrics, schemas, tools, limits: as for `compile_rubric`.
    kind: of the check, named when what it took cannot be given back.
    on_close: called with a function, as `contextlib.ExitStack.callback` is, that closes what the check
        opened; without it nobody does.
    """
    given = Resources.given(rubrics=rubrics, schemas=schemas, tools=tools, limits=limits)
    closing = Cleanup()
    if on_close is not None:
        on_close(closing.close)
    return toolbox_with(kinds, given, closing, kind)


def toolbox_with(kinds: Kinds, resources: Resources, closing: Cleanup, kind: str | None = None) -> Toolbox:
    """Make the toolbox for a check of a kind that stands in no rubric; what it takes is for `closing`."""
    return _Compiler(kinds, resources, closing).toolbox((None,), _Uses(), kind)


@dataclass(frozen=True, slots=True)
class _Uses:
    """What the checks of one rubric turned out to use while they were prepared.

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


def _noted(lookup: Lookup[T] | None, refs: set[str]) -> NotedLookup[T] | None:
    return None if lookup is None else NotedLookup(lookup, refs.add)


def _digest(schemas: SchemaLookup | None, ref: str) -> str | None:
    found = None if schemas is None else schemas.find(ref)
    return digest(found.value) if isinstance(found, Found) else None


@dataclass(frozen=True, slots=True)
class _Compiled:
    plan: Plan
    refs: frozenset[RubricRef]


class _Compiler:
    """Compiles one rubric with its sub-rubrics, each of them once at each depth.

    What stands above a rubric decides only where a cycle ends. So its plan serves every place of its
    depth above which no rubric stands that it asks for itself.
    """

    def __init__(self, kinds: Kinds, resources: Resources, closing: Cleanup) -> None:
        self._kinds = kinds
        #: The references that were asked for, at any depth.
        self.rubrics: set[str] = set()
        self.schemas: set[str] = set()
        self._resources = resources
        self._rubrics = _noted(resources.rubrics, self.rubrics)
        self._schemas = _noted(resources.schemas, self.schemas)
        self._tools = MappingProxyType(dict(resources.tools))
        self._limits = resources.limits
        self._closing = closing
        self._known: dict[tuple[RubricRef, int], _Compiled] = {}
        self._size = 0

    def root(self, rubric: Rubric) -> Plan:
        """Compile the rubric that no other one uses; its plan closes what all of them took."""
        return self._compiled(rubric, (), self._closing).plan

    def _sent(self, plan: Plan) -> tuple[Callable[[SentPlan], Plan], tuple[SentPlan]]:
        """Pack a root plan for `pickle`."""
        references = sorted(self.rubrics), sorted(self.schemas)
        return _received, (
            SentPlan.of(plan.rubric, self._kinds, self._resources, plan.signature, *references),
        )

    def _compiled(self, rubric: Rubric, above: _RefPath, closing: Cleanup | None) -> _Compiled:
        """Compile a rubric that stands below those of `above`."""
        self._size += len(rubric.checks)
        uses, path = _Uses(), (*above, rubric.ref)
        executes = tuple(
            prepare_in_rubric(check, self._kinds, self.toolbox(path, uses, check.kind))
            for check in rubric.checks
        )
        spelled = signature(
            rubric,
            self._kinds,
            self._limits,
            [part.signature for part in uses.plans],
            uses.kinds,
            uses.engines,
            {ref: _digest(self._schemas, ref) for ref in uses.schemas},
        )
        size = len(executes) + sum(part.size for part in uses.plans)
        send = None if closing is None else self._sent
        plan = Plan(rubric, executes, self._kinds, self._limits, spelled, size, closing, send)
        return _Compiled(plan, frozenset(uses.refs))

    def toolbox(self, path: _RefPath, uses: _Uses, kind: str | None) -> Toolbox:
        """Make the toolbox for a check of the last rubric of a path; what it leads to is noted.

        kind: of the check, to which engines and faults are put down.
        """
        who = "a check" if kind is None else blame(kind, self._kinds)

        def compile_ref(ref: str) -> Plan:
            part = self._sub_rubric(self._rubric(ref, path, uses), path)
            uses.plans.append(part.plan)
            uses.refs.update(part.refs)
            return part.plan

        def prepare(check: Mapping[str, Any]) -> Execute:
            name = check.get("kind")
            inner = self.toolbox(path, uses, name if isinstance(name, str) else None)
            if isinstance(name, str) and name in self._kinds:
                uses.kinds.add(name)
            return prepare_document(check, self._kinds, inner)

        return Toolbox(
            limits=self._limits,
            compile=compile_ref,
            prepare=prepare,
            schemas=_noted(self._schemas, uses.schemas),
            tools=self._tools,
            on_close=partial(self._closing.add, who=who),
            engine=partial(uses.note, str(kind)),
        )

    def _rubric(self, ref: str, path: _RefPath, uses: _Uses) -> Rubric:
        """Look a sub-rubric up, and refuse one that may not stand here."""
        if self._rubrics is None:
            raise NotExecutable(one_line(f"{ref}: this run has no rubrics to look it up in"))
        found = self._rubrics.find(ref)
        if isinstance(found, Missing):
            raise ServiceError(found.why) if found.broken else NotExecutable(found.why)
        rubric = found.value
        uses.refs.add(rubric.ref)
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
