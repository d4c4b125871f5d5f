"""Load the kinds that are installed, and those that a host hands over."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from .installed import LoadProblem, Plugin, installed_plugins, normalized
from .kinds import Kinds
from .offers import offers, one_per_name

__all__ = ["load_kinds"]


def load_kinds(
    *, plugins: Iterable[object] = (), entry_points: bool = True, block: Collection[str] = ()
) -> Kinds:
    """Load every kind that is installed, and those of `plugins`; never raise for a broken one.

    plugins: modules or objects with the `checkwright_kinds` hook, or Kind objects; they win over
        installed ones and may offer any name.
    entry_points: whether to look at the installed distributions at all.
    block: names of distributions to leave alone, so that a host can settle a collision.
    """
    problems: list[LoadProblem] = []
    blocked = {normalized(name) for name in ([block] if isinstance(block, str) else block)}
    found = list(installed_plugins(blocked, problems)) if entry_points else []
    offered = [offer for plugin in found for offer in offers(plugin, problems)]
    broken: list[LoadProblem] = []
    for plugin in map(Plugin.of_host, plugins):
        offered += offers(plugin, broken)
    # A host that hands over a broken kind does not get an installed one of that name in its place.
    lost = {name for problem in broken for name in problem.kinds}
    problems += broken
    return Kinds(one_per_name([offer for offer in offered if offer.name not in lost], problems), problems)
