"""What fills the roles that a kind declares among its effects: stand-ins, or what is installed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from checkwright.wording import one_line

if TYPE_CHECKING:
    from checkwright import Lookup, Provider, Providers

    from ..trial import Trial

__all__ = ["OWNERS", "lacking", "roles_in", "stand_ins", "told", "working_providers"]

#: The package that owns each role the kit knows.
OWNERS = {"judge": "checkwright_judging", "sandbox": "checkwright_sandboxing"}
#: Roles that stand-ins alone fill in the laws of kinds, each as its trial tells them.
_TOLD = frozenset({"judge"})
#: A name that examples may use whatever is installed.
_NAMES = {"sandbox": "bwrap"}


def roles_in(effects: Collection[str]) -> tuple[str, ...]:
    """Return the roles among declared effects, whose owners are installed."""
    words = {effect.partition(":")[0] for effect in effects}
    return tuple(role for role, owner in OWNERS.items() if role in words and find_spec(owner) is not None)


def _opened(effects: Collection[str]) -> tuple[str, ...]:
    """Return the roles among declared effects that installed providers fill."""
    return tuple(role for role in roles_in(effects) if role not in _TOLD)


def told(effects: Collection[str], trial: Trial) -> tuple[Sequence[Provider[Any]], Mapping[str, Lookup[Any]]]:
    """Return what answers as a trial tells it, stand-ins and look-ups, for roles among declared effects."""
    providers: list[Provider[Any]] = []
    lookups: dict[str, Lookup[Any]] = {}
    for role in roles_in(effects):
        if role in _TOLD:
            stand_in = import_module(f".{role}.stand_in", __package__)
            providers.append(stand_in.told(trial))
            lookups |= stand_in.lookups_of(trial)
    return providers, lookups


def stand_ins(effects: Collection[str]) -> Sequence[Provider[Any]]:
    """Return stand-ins for the roles among declared effects, under the names of the installed providers.

    They do nothing, and their results come from what they are given alone.
    """
    made = []
    for role in _opened(effects):
        named = [_NAMES[role], *(name for word, name in _installed() if word == role)]
        stand_in = import_module(f".{role}.stand_in", __package__).stand_in
        made += [stand_in(name) for name in dict.fromkeys(named)]
    return made


def working_providers(effects: Collection[str]) -> Sequence[Provider[Any]]:
    """Return the installed providers of the roles among declared effects that work here."""
    return [
        provider
        for role in _opened(effects)
        for (word, _), provider in _installed().items()
        if word == role and _why_not(provider) is None
    ]


def lacking(effects: Collection[str]) -> str | None:
    """Say for which role among declared effects nothing works here, and why; None when all are filled."""
    for role in _opened(effects):
        installed = {name: provider for (word, name), provider in _installed().items() if word == role}
        reasons = [f"{name}: {_why_not(provider)}" for name, provider in installed.items()]
        if all(_why_not(provider) is not None for provider in installed.values()):
            return one_line(f"no {role} works here ({'; '.join(reasons) or 'none is installed'})")
    return None


@cache
def _why_not(provider: Provider[Any]) -> str | None:
    return provider.missing()


@cache
def _installed() -> Providers:
    from checkwright import load_providers

    return load_providers()
