"""What the plugins offer: load each, call its hook, keep what is sound, choose one offer for each name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pluggy

from ..contract import hooks as hookspecs
from ..contract.isolation import described, isolated
from ..contract.kind import Kind
from ..contract.provider import Provider
from ..wording import listed, named_object
from .installed import LoadProblem, Origin, Plugin, normalized
from .vetting import Offer, Refused, asked_names, vetted

__all__ = ["KINDS", "PROVIDERS", "hooked", "load_problem", "offers", "one_per_name"]

T = TypeVar("T")

_USAGE = "write `@checkwright.hookimpl` above a function `checkwright_kinds()` without arguments"


def offers(plugin: Plugin, problems: list[LoadProblem]) -> list[Offer]:
    """Load a plugin and return the kinds of it that are sound; the others become problems."""
    with isolated() as fault:
        target = plugin.load()
        kinds = [target] if isinstance(target, Kind) else hooked(target, plugin.origin, KINDS)
        found = [_offer(kind, plugin.origin, problems) for kind in kinds]
        return [offer for offer in found if offer is not None]
    problems.append(load_problem(plugin, fault.error))
    return []


def load_problem(plugin: Plugin, error: BaseException | None) -> LoadProblem:
    """Return the problem of a plugin that could not be asked what it offers."""
    if isinstance(error, Refused):
        return _problem(plugin.origin, (), error.message, error.hint)
    source = f" from {plugin.value}" if plugin.value else ""
    message = f"failed to load{source}: {described(error)}"
    return _problem(plugin.origin, (), message, "reinstall, upgrade or remove it")


def _problem(origin: Origin, kinds: Sequence[str], message: str, hint: str) -> LoadProblem:
    return LoadProblem(plugin=str(origin), kinds=tuple(kinds), message=message, hint=hint)


@dataclass(frozen=True)
class Hook(Generic[T]):
    """One hook of the plugins, and what it gives.

    name: of the hook. gives: the class of what stands in its list. example: such a list as authors write it.
    """

    name: str
    gives: type[T]
    example: str


KINDS: Hook[Kind[Any]] = Hook("checkwright_kinds", Kind, "[KIND]")
PROVIDERS: Hook[Provider[Any]] = Hook("checkwright_providers", Provider, "[PROVIDER]")


def hooked(target: object, origin: Origin, hook: Hook[T]) -> list[T]:
    """Register one plugin with pluggy and call its own implementations of one hook, nobody else's.

    Raises:
        Refused: it has none of our hooks, one that does not fit, or one that gives something else.
    """
    manager = pluggy.PluginManager("checkwright")
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(target, name=str(origin))
    except pluggy.PluginValidationError as error:
        raise Refused(f"its hook does not fit: {str(error).splitlines()[-1]}", _USAGE) from error
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        names = sorted(hook.name for hook in manager.get_hookcallers(target) or () if not hook.has_spec())
        raise Refused(f"has a hook that nobody calls: {listed(names)}", _USAGE) from error
    if not manager.get_hookcallers(target):
        raise Refused("offers no kinds: it has no hook `checkwright_kinds`", _USAGE)
    found: list[T] = []
    for implementation in getattr(manager.hook, hook.name).get_hookimpls():
        if implementation.wrapper or implementation.hookwrapper:
            raise Refused("its hook does not fit: there is nothing to wrap", _USAGE)
        found += _listed(implementation.function(), hook)
    return found


def _listed(offered: Any, hook: Hook[T]) -> list[T]:
    name, hint = hook.gives.__name__, f"let it return {hook.example}"
    if isinstance(offered, str | Mapping) or not isinstance(offered, Iterable):
        raise Refused(f"its hook must return a list of {name}, not {named_object(offered)}", hint)
    found = list(offered)
    foreign = [one for one in found if not isinstance(one, hook.gives)]
    if foreign:
        raise Refused(f"its hook must return a list of {name}, but in it is {named_object(foreign[0])}", hint)
    return found


def _offer(kind: Kind[Any], origin: Origin, problems: list[LoadProblem]) -> Offer | None:
    with isolated() as fault:
        return vetted(kind, origin)
    names: tuple[str, ...] = ()
    with isolated():
        names = asked_names(kind)
    if isinstance(fault.error, Refused):
        problems.append(_problem(origin, names, fault.error.message, fault.error.hint))
    else:
        message = f"its kind is broken: {described(fault.error)}"
        problems.append(_problem(origin, names, message, "upgrade or remove it"))
    return None


def one_per_name(found: Sequence[Offer], problems: list[LoadProblem]) -> dict[str, Offer]:
    """Return the one offer of each name: a host's comes first, and a name that several offer is lost."""
    by_name: dict[str, list[Offer]] = defaultdict(list)
    for offer in found:
        by_name[offer.name].append(offer)
    winners: dict[str, Offer] = {}
    for name, all_rivals in by_name.items():
        rivals = [rival for rival in all_rivals if rival.origin.of_host] or all_rivals
        if len({_source(rival) for rival in rivals}) == 1:
            winners[name] = min(rivals, key=lambda rival: str(rival.origin))
        else:
            problems.extend(_collisions(name, rivals))
    return winners


def _source(offer: Offer) -> tuple[str, int]:
    """Tell offers apart: the same object of one distribution, or of a host, is one offer."""
    return "" if offer.origin.of_host else normalized(offer.origin.distribution), id(offer.kind)


def _collisions(name: str, rivals: Sequence[Offer]) -> list[LoadProblem]:
    """Report a name that several offer, once for each of them."""
    origins = {str(rival.origin): rival.origin for rival in rivals}
    who = " and ".join(sorted(origins)) if len(origins) > 1 else "it twice"
    message = f"the kind {name!r} is offered by {who}, so nobody's is used"
    if rivals[0].origin.of_host:
        hint = "hand over only one of them"
    elif len(origins) == 1:
        hint = "let it offer one of them"
    else:
        hint = "remove all but one, or block them by distribution"
    return [_problem(origin, (name,), message, hint) for origin in origins.values()]
