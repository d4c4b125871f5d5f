"""Load the kinds that are installed, and those that a host hands over."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .installed import LoadProblem, Plugin, installed_plugins, normalized
from .kinds import Kinds
from .offers import offers, one_per_name

__all__ = ["load_kinds"]


def load_kinds(
    *,
    plugins: Iterable[object] = (),
    entry_points: bool = True,
    block: Collection[str] = (),
    only: Collection[str] | None = None,
) -> Kinds:
    """Load every kind that is installed, and those of `plugins`; never raise for a broken one.

    plugins: modules or objects with the `checkwright_kinds` hook, or Kind objects; they win over
        installed ones and may offer any name.
    entry_points: whether to look at the installed distributions at all.
    block: names of distributions to leave alone, so that a host can settle a collision.
    only: names of the distributions to look at, and at no other; None for all that are installed.
    """
    problems: list[LoadProblem] = []
    named = None if only is None else _normalized(only)
    found = list(installed_plugins(_normalized(block), problems, named)) if entry_points else []
    offered = [offer for plugin in found for offer in offers(plugin, problems)]
    broken: list[LoadProblem] = []
    for plugin in map(Plugin.of_host, plugins):
        offered += offers(plugin, broken)
    # A host that hands over a broken kind does not get an installed one of that name in its place.
    lost = {name for problem in broken for name in problem.kinds}
    problems += broken
    return Kinds(one_per_name([offer for offer in offered if offer.name not in lost], problems), problems)


def _normalized(names: Collection[str]) -> set[str]:
    return {normalized(name) for name in ([names] if isinstance(names, str) else names)}
