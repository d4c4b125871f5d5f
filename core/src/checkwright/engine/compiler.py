"""Compile rubrics: every check prepared once, sub-rubrics compiled once, what goes wrong contained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from ..contract.case import Case
from ..contract.errors import NotExecutable, ServiceError
from ..contract.lookup import Found, Lookup, Missing
from ..contract.references import RubricRef
from ..contract.toolbox import Execute, Toolbox
from ..kinds.kinds import Kinds
from ..rubrics.criteria import criteria
from ..rubrics.rubric import Rubric
from ..wording import one_line
from .cleanup import Cleanup
from .guard import Constant, blame
from .noted_lookup import NotedLookup
from .opened import Opened
from .plan import Plan, Unprepared
from .prepare import prepare_document, prepare_in_rubric
from .resources import Resources
from .signature import digest, signature
from .travel import SentPlan

__all__ = ["compile_with", "toolbox_with"]

T = TypeVar("T")

#: A case for what has one outcome for every case.
_ANY = Case("")

#: The references from the root to a rubric; None for a root that is no rubric.
_RefPath: TypeAlias = tuple[RubricRef | None, ...]


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


def toolbox_with(kinds: Kinds, resources: Resources, closing: Cleanup, kind: str | None = None) -> Toolbox:
    """Make the toolbox for a check of a kind that stands in no rubric; what it takes is for `closing`."""
    return _Compiler(kinds, resources, closing).toolbox((None,), _Uses(), kind)


@dataclass(frozen=True, slots=True)
class _Uses:
    """What the checks of one rubric turned out to use while they were prepared.

    refs: every rubric that was asked for, at any depth, those that were refused included.
    plans: the sub-rubrics, one for each place. kinds: those that other kinds build on.
    schemas: the references that were looked up. lookups: those of further words, by word.
    engines: what each kind noted. providers: what was opened and decides, as `sandbox/bwrap`, to its version.
    rubric: that they are checks of; None for a check that stands in none.
    """

    rubric: Rubric | None = None
    refs: set[RubricRef] = field(default_factory=set)
    plans: list[Plan] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)
    schemas: set[str] = field(default_factory=set)
    lookups: dict[str, set[str]] = field(default_factory=dict)
    engines: dict[str, dict[str, str]] = field(default_factory=dict)
    providers: dict[str, str] = field(default_factory=dict)

    def note_provider(self, role: str, name: str, version: str) -> None:
        """Note that something was asked for that decides."""
        self.providers[one_line(f"{role}/{name}", 100)] = version

    def note(self, kind: str, engine: str, version: str) -> None:
        """Note an engine of a kind."""
        self.engines.setdefault(kind, {})[one_line(str(engine), 100)] = one_line(str(version), 100)


def _noted(lookup: Lookup[T] | None, refs: set[str]) -> NotedLookup[T] | None:
    return None if lookup is None else NotedLookup(lookup, refs.add)


def _digest(lookup: Lookup[Any] | None, ref: str) -> str | None:
    found = None if lookup is None else lookup.find(ref)
    if not isinstance(found, Found):
        return None
    told = getattr(found.value, "to_dict", None)
    return digest(told() if callable(told) else found.value)


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
        self.lookups: dict[str, set[str]] = {word: set() for word in resources.lookups}
        self._lookups = {
            word: NotedLookup(lookup, self.lookups[word].add) for word, lookup in resources.lookups.items()
        }
        self._opened = Opened(resources.providers, closing.add)
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
        references = self.rubrics, self.schemas, self.lookups
        return _received, (
            SentPlan.of(plan.rubric, self._kinds, self._resources, plan.signature, *references),
        )

    def _compiled(self, rubric: Rubric, above: _RefPath, closing: Cleanup | None) -> _Compiled:
        """Compile a rubric that stands below those of `above`."""
        self._size += len(rubric.checks)
        uses, path = _Uses(rubric), (*above, rubric.ref)
        executes: list[Execute] = []
        unprepared: list[Unprepared] = []
        for check in rubric.checks:
            asked = {check.kind}
            execute = prepare_in_rubric(check, self._kinds, self.toolbox(path, uses, check.kind, asked))
            executes.append(execute)
            if isinstance(execute, Constant):
                effects = frozenset(
                    str(effect) for kind in asked & self._kinds.keys() for effect in self._kinds[kind].effects
                )
                reason = execute(_ANY).reason
                unprepared.append(Unprepared(str(rubric.ref), check.index, check.id, reason, effects))
        unprepared += [one for part in uses.plans for one in part.unprepared]
        spelled = signature(
            rubric,
            self._kinds,
            self._limits,
            [part.signature for part in uses.plans],
            uses.kinds,
            uses.engines,
            self._looked_up(uses),
            uses.providers,
        )
        size = len(executes) + sum(part.size for part in uses.plans)
        send = None if closing is None else self._sent
        plan = Plan(
            rubric,
            tuple(executes),
            self._kinds,
            self._limits,
            spelled,
            size,
            closing,
            send,
            tuple(dict.fromkeys(unprepared)),
        )
        return _Compiled(plan, frozenset(uses.refs))

    def _looked_up(self, uses: _Uses) -> dict[str, str | None]:
        """Return the digest of what each reference led to, but for rubrics that are compiled as parts."""
        lookups = {**self._lookups, "rubric": self._rubrics}
        found = {ref: _digest(self._schemas, ref) for ref in uses.schemas}
        for word, refs in uses.lookups.items():
            found |= {ref: _digest(lookups[word], ref) for ref in refs}
        return found

    def toolbox(
        self, path: _RefPath, uses: _Uses, kind: str | None, asked: set[str] | None = None
    ) -> Toolbox:
        """Make the toolbox for a check of the last rubric of a path; what it leads to is noted.

        kind: of the check, to which engines and faults are put down.
        asked: takes the kinds that it builds on.
        """
        who = "a check" if kind is None else blame(kind, self._kinds)

        def compile_ref(ref: str) -> Plan:
            part = self._sub_rubric(self._rubric(ref, path, uses), path)
            uses.plans.append(part.plan)
            uses.refs.update(part.refs)
            return part.plan

        def prepare(check: Mapping[str, Any]) -> Execute:
            name = check.get("kind")
            inner = self.toolbox(path, uses, name if isinstance(name, str) else None, asked)
            if isinstance(name, str) and name in self._kinds:
                uses.kinds.add(name)
                if asked is not None:
                    asked.add(name)
            return prepare_document(check, self._kinds, inner)

        schemas = _noted(self._schemas, uses.schemas)
        lookups: dict[str, Lookup[Any]] = {
            word: NotedLookup(lookup, uses.lookups.setdefault(word, set()).add)
            for word, lookup in self._lookups.items()
        }
        if self._rubrics is not None:
            lookups["rubric"] = NotedLookup(self._rubrics, uses.lookups.setdefault("rubric", set()).add)
        if schemas is not None:
            lookups["schema"] = schemas
        return Toolbox(
            limits=self._limits,
            compile=compile_ref,
            prepare=prepare,
            schemas=schemas,
            tools=self._tools,
            lookups=MappingProxyType(lookups),
            providers=MappingProxyType(self._opened.seen_by(uses.note_provider)),
            folder=self._resources.folder,
            criteria=partial(self._criteria, uses.rubric),
            outside=self._resources.outside,
            stop=self._resources.stop,
            on_close=partial(self._closing.add, who=who),
            engine=partial(uses.note, str(kind)),
        )

    def _criteria(self, rubric: Rubric | None, question: Mapping[str, Any]) -> str:
        """Return the criteria text for a question, with those of a rubric."""
        own = question.get("criteria")
        return criteria(rubric, kinds=self._kinds, inline=own if isinstance(own, str) else "")

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
