"""Find, load and vet the installed kinds; report what is broken and keep it from hurting the rest."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import pluggy

from . import hookspecs
from .faults import described, isolated
from .fragment import derived_fragment, fragment_fault, model_fault
from .installed import LoadProblem, Origin, Plugin, installed_plugins, normalized
from .kind import CONTRACT, Kind

__all__ = ["KIND_NAME", "Kinds", "load_kinds"]

T = TypeVar("T")

#: A kind name; without a dot it is first-party.
KIND_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\Z")


class Kinds(Mapping[str, Kind[Any]]):
    """The kinds that are usable here, by name and sorted, with the problems of those that are not.

    Immutable, and independent of every other `load_kinds()`.
    """

    def __init__(self, kinds: Mapping[str, tuple[Kind[Any], Origin]], problems: Sequence[LoadProblem] = ()) -> None:
        self._kinds = {name: kinds[name][0] for name in sorted(kinds)}
        self._origins = {name: kinds[name][1] for name in sorted(kinds)}
        self.load_problems = tuple(problems)
        self._made: dict[Callable[[Kinds], Any], Any] = {}

    def __getitem__(self, name: str) -> Kind[Any]:
        return self._kinds[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    def __repr__(self) -> str:
        return f"Kinds({', '.join(self._kinds)})"

    def once(self, make: Callable[[Kinds], T]) -> T:
        """Give `make(kinds)`, computed once for this set of kinds; `make` is a module-level function."""
        if make not in self._made:
            self._made[make] = make(self)
        result: T = self._made[make]
        return result

    def origin(self, name: str) -> Origin:
        """Say which distribution offers the kind `name`."""
        return self._origins[name]

    @cached_property
    def problems(self) -> tuple[LoadProblem, ...]:
        """Everything that is wrong with the installed plugins, derived schema fragments included."""
        return self.load_problems + self.fragments[1]

    @cached_property
    def fragments(self) -> tuple[Mapping[str, Mapping[str, Any]], tuple[LoadProblem, ...]]:
        """The schema fragment of each kind that has a sound one, and the problems of the others."""
        sound: dict[str, Mapping[str, Any]] = {}
        problems: list[LoadProblem] = []
        for name, kind in self._kinds.items():
            with isolated() as fault:
                fragment = kind.schema if kind.schema is not None else derived_fragment(kind.spec)
                why = fragment_fault(fragment, name) if kind.schema is None else None
                if why is None:
                    sound[name] = fragment
                else:
                    problems.append(_refused(self._origins[name], (name,), why))
            if fault.error is not None:
                why = f"its schema cannot be derived: {described(fault.error)}"
                problems.append(_refused(self._origins[name], (name,), why))
        return sound, tuple(problems)

    def why_unavailable(self, name: str) -> str | None:
        """Say why the kind `name` is installed and still not usable; None when no plugin offers it."""
        causes = [str(problem) for problem in self.problems if name in problem.kinds]
        return "; ".join(causes) or None

    def failed_plugins(self) -> tuple[LoadProblem, ...]:
        """Return the problems of plugins whose kinds are unknown: any missing kind may be theirs."""
        return tuple(problem for problem in self.load_problems if not problem.kinds)


def load_kinds(*, plugins: Iterable[object] = (), entry_points: bool = True, block: Collection[str] = ()) -> Kinds:
    """Load every kind that is installed, and those of `plugins`; never raise for a broken one.

    plugins: modules or objects with the `checkwright_kinds` hook, or Kind objects; they win over
        installed ones and may offer any name.
    entry_points: whether to look at the installed distributions at all.
    block: names of distributions to leave alone, so that a host can settle a collision.
    """
    problems: list[LoadProblem] = []
    blocked = {normalized(name) for name in block}
    offers: list[tuple[Plugin, Kind[Any]]] = []
    found = list(installed_plugins(blocked, problems)) if entry_points else []
    for plugin in [*found, *(Plugin.of_host(plugin) for plugin in plugins)]:
        for kind in _offered(plugin, problems):
            name = _vetted(plugin, kind, problems)
            if name is not None:
                offers.append((plugin, kind))
    return Kinds(_settled(offers, problems), problems)


def _refused(origin: Origin, kinds: tuple[str, ...], message: str, hint: str | None = None) -> LoadProblem:
    return LoadProblem(plugin=str(origin), kinds=kinds, message=message, hint=hint)


def _offered(plugin: Plugin, problems: list[LoadProblem]) -> list[Any]:
    """Return what the plugin offers, [] with a problem when that goes wrong."""
    with isolated() as fault:
        target = plugin.load()
        return [target] if isinstance(target, Kind) else _hooked(target, plugin, problems)
    why = described(fault.error)
    hint = "reinstall or remove the distribution" if plugin.origin.entry_point else None
    problems.append(_refused(plugin.origin, (), f"failed to load: {why}", hint))
    return []


def _hooked(target: object, plugin: Plugin, problems: list[LoadProblem]) -> list[Any]:
    """Register one plugin with pluggy and call its own hook, nobody else's."""
    manager = pluggy.PluginManager("checkwright")
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(target, name=str(plugin.origin))
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        message = f"its hook does not fit: {described(error)}"
        problems.append(_refused(plugin.origin, (), message, "the hook is `checkwright_kinds()`, without arguments"))
        return []
    implementations = manager.hook.checkwright_kinds.get_hookimpls()
    if not implementations:
        hint = "mark a function `checkwright_kinds` with `checkwright.hookimpl`"
        problems.append(_refused(plugin.origin, (), "offers no kinds: it has no checkwright_kinds hook", hint))
        return []
    offered = implementations[0].function()
    if isinstance(offered, Kind) or not isinstance(offered, Iterable):
        problems.append(_refused(plugin.origin, (), f"checkwright_kinds must return a list of Kind, not {offered!r:.80}"))
        return []
    return list(offered)


def _vetted(plugin: Plugin, kind: Any, problems: list[LoadProblem]) -> str | None:
    """Return the kind's name when it keeps the promises that can be seen at load, else report it."""
    origin = plugin.origin
    if not isinstance(kind, Kind):
        problems.append(_refused(origin, (), f"checkwright_kinds must return Kind objects, but holds {kind!r:.80}"))
        return None
    name: str | None = None
    with isolated() as fault:
        if kind.contract != CONTRACT:
            why = f"is made for contract {kind.contract}, this core speaks contract {CONTRACT}"
            names = (kind.name,)
            problems.append(_refused(origin, names, why, "upgrade checkwright, or install an older version of the plugin"))
            return None
        why_not = model_fault(kind.spec)
        if why_not is None:
            name = kind.name
            why_not = _name_fault(name, plugin)
        if why_not is None and kind.schema is not None:
            why_not = fragment_fault(kind.schema, name or "")
        if why_not is not None:
            problems.append(_refused(origin, (name,) if name else (), why_not))
            return None
        return name
    problems.append(_refused(origin, (name,) if name else (), f"its kind is broken: {described(fault.error)}"))
    return None


def _name_fault(name: str, plugin: Plugin) -> str | None:
    """Say what is wrong with a kind's name, or with who offers it."""
    if not KIND_NAME.match(name):
        return f"the kind name {name!r:.80} is not lower-case words joined by dots"
    if "." in name or not plugin.origin.entry_point:
        return None
    owner = normalized(f"checkwright-{name}")
    if normalized(plugin.origin.distribution) == owner:
        return None
    return f"the kind name {name!r} has no dot, so only the distribution {owner} may offer it; use a prefix of your own"


def _settled(
    offers: Sequence[tuple[Plugin, Kind[Any]]], problems: list[LoadProblem]
) -> dict[str, tuple[Kind[Any], Origin]]:
    """Give each name to the one plugin that offers it; a host's plugin wins, a collision loses the name."""
    by_name: dict[str, list[tuple[Plugin, Kind[Any]]]] = defaultdict(list)
    for plugin, kind in offers:
        by_name[kind.name].append((plugin, kind))
    settled: dict[str, tuple[Kind[Any], Origin]] = {}
    for name, rivals in by_name.items():
        hosts = [rival for rival in rivals if not rival[0].origin.entry_point]
        rivals = hosts[-1:] or rivals
        if len({id(kind) for _, kind in rivals}) == 1:
            plugin, kind = rivals[0]
            settled[name] = kind, plugin.origin
            continue
        who = " and ".join(sorted(str(plugin.origin) for plugin, _ in rivals))
        for plugin, _ in rivals:
            message = f"the kind {name!r} is offered by {who}, so neither is used"
            problems.append(_refused(plugin.origin, (name,), message, "uninstall one, or block one"))
    return settled
