"""Providers: what is installed to fill roles; `load_providers` finds it, and opens nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from ..contract.isolation import described, isolated
from ..contract.provider import Provider, Role
from ..wording import named_object, shown
from .installed import LoadProblem, Origin, Plugin, installed_plugins, normalized
from .offers import PROVIDERS, hooked, load_problem

__all__ = ["Providers", "load_providers"]

T = TypeVar("T")

_NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")


class Providers(Mapping[tuple[str, str], Provider[Any]]):
    """What fills roles here, by the word of the role and by name, sorted, with the problems of the others.

    Immutable, and independent of every other `load_providers()`. Nothing runs because it is installed: a run
    uses what it is handed.
    """

    def __init__(
        self,
        offered: Mapping[tuple[str, str], tuple[Provider[Any], Origin]] = MappingProxyType({}),
        problems: Iterable[LoadProblem] = (),
    ) -> None:
        self._offers = {place: offered[place] for place in sorted(offered)}
        self.problems = tuple(sorted(dict.fromkeys(problems), key=str))

    def __getitem__(self, place: tuple[str, str]) -> Provider[Any]:
        return self._offers[place][0]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._offers)

    def __len__(self) -> int:
        return len(self._offers)

    def __repr__(self) -> str:
        return f"Providers({', '.join('/'.join(place) for place in self._offers)})"

    def of(self, role: Role[T]) -> dict[str, Provider[T]]:
        """Return the providers of a role by name."""
        return {name: self[word, name] for word, name in self if word == role.word}

    def origin(self, role: str, name: str) -> Origin:
        """Say who offers a provider."""
        return self._offers[role, name][1]


def load_providers(
    *,
    plugins: Iterable[object] = (),
    entry_points: bool = True,
    block: Collection[str] = (),
    only: Collection[str] | None = None,
) -> Providers:
    """Load what is installed to fill roles, and that of `plugins`; never raise for a broken one.

    plugins: modules or objects with the `checkwright_providers` hook, or Provider objects; they win over
        installed ones.
    entry_points: whether to look at the installed distributions at all.
    block: names of distributions to leave alone. only: of those to look at; None for all.
    """
    problems: list[LoadProblem] = []
    blocked = {normalized(name) for name in block}
    named = None if only is None else {normalized(name) for name in only}
    found = list(installed_plugins(blocked, problems, named)) if entry_points else []
    offers: dict[tuple[str, str], list[tuple[Provider[Any], Origin]]] = defaultdict(list)
    for plugin in (*found, *map(Plugin.of_host, plugins)):
        for provider in _offered(plugin, problems):
            offers[provider.role.word, provider.name].append((provider, plugin.origin))
    winners = {}
    for place, all_rivals in offers.items():
        rivals = [rival for rival in all_rivals if rival[1].of_host] or all_rivals
        if len({_source(*rival) for rival in rivals}) == 1:
            winners[place] = rivals[0]
        else:
            problems += _collisions(place, rivals)
    return Providers(winners, problems)


def _offered(plugin: Plugin, problems: list[LoadProblem]) -> list[Provider[Any]]:
    with isolated() as fault:
        target = plugin.load()
        providers = [target] if isinstance(target, Provider) else hooked(target, plugin.origin, PROVIDERS)
        faults = [(provider, _fault(provider)) for provider in providers]
        for why in (why for _, why in faults if why is not None):
            problems.append(LoadProblem(str(plugin.origin), why, hint="upgrade or remove it"))
        return [provider for provider, why in faults if why is None]
    problems.append(load_problem(plugin, fault.error))
    return []


def _fault(provider: Provider[Any]) -> str | None:
    """Say what is wrong with a provider as a value; None when nothing is."""
    role: Any = provider.role
    with isolated() as fault:
        if not isinstance(role, Role):
            return f"the role of its provider must be a Role, not {named_object(role)}"
        for what, name in (("role", role.word), ("provider", provider.name)):
            if not isinstance(name, str) or _NAME.fullmatch(name) is None:
                return f"{shown(name)} is not the name of a {what}"
        if not (callable(provider.open) and callable(provider.missing)):
            return f"the provider {provider.name!r} must have functions as open and missing"
        return None
    return f"its provider is broken: {described(fault.error)}"


def _source(provider: Provider[Any], origin: Origin) -> tuple[str, int]:
    """Tell offers apart: the same object of one distribution, or of a host, is one offer."""
    return "" if origin.of_host else normalized(origin.distribution), id(provider)


def _collisions(place: tuple[str, str], rivals: Iterable[tuple[Provider[Any], Origin]]) -> list[LoadProblem]:
    origins = sorted({str(origin) for _, origin in rivals})
    who = " and ".join(origins) if len(origins) > 1 else "it twice"
    message = f"the {place[0]} {place[1]!r} is offered by {who}, so nobody's is used"
    hint = "remove all but one, or block them by distribution" if len(origins) > 1 else "offer one of them"
    return [LoadProblem(origin, message, hint=hint) for origin in origins]
