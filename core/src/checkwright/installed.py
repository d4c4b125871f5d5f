"""The plugins that are installed: entry points of the group `checkwright`, each with its identity."""

from __future__ import annotations

import importlib.metadata
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from .faults import described, isolated

__all__ = ["GROUP", "LoadProblem", "Origin", "Plugin", "installed_plugins", "normalized"]

#: The one entry-point group.
GROUP = "checkwright"


def normalized(distribution: str) -> str:
    """Give a distribution name as indexes compare it. Source: Python packaging, name normalization."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


@dataclass(frozen=True, slots=True)
class Origin:
    """Who offers a kind; `str()` is `distribution version [entry point]`, or `plugin NAME` of a host."""

    distribution: str
    version: str = ""
    entry_point: str = ""

    def __str__(self) -> str:
        return f"{self.distribution} {self.version} [{self.entry_point}]" if self.entry_point else f"plugin {self.distribution}"


@dataclass(frozen=True, slots=True)
class LoadProblem:
    """What is wrong with one plugin, and which kinds are unavailable through it.

    plugin: the plugin's identity.
    kinds: the names that are lost; empty when the plugin failed before it could say.
    hint: what to do about it.
    """

    plugin: str
    message: str
    kinds: tuple[str, ...] = ()
    hint: str | None = None

    def __str__(self) -> str:
        lost = f" ({', '.join(self.kinds)})" if self.kinds else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.plugin}{lost}: {self.message}{hint}"


@dataclass(frozen=True, slots=True)
class Plugin:
    """One source of kinds, not yet loaded."""

    origin: Origin
    load: Callable[[], object]

    @classmethod
    def of_host(cls, target: object) -> Plugin:
        """Wrap what a host hands over: a module, an object with the hook, or a Kind."""
        spec = getattr(target, "spec", None)
        name = getattr(spec, "__module__", None) or getattr(target, "__name__", None) or type(target).__name__
        return cls(Origin(str(name)), lambda: target)


def installed_plugins(blocked: Collection[str], problems: list[LoadProblem]) -> Iterator[Plugin]:
    """Yield every entry point of the group, sorted; what is unreadable becomes a problem.

    blocked: normalized names of distributions to pass over.
    """
    found: list[tuple[str, str, str, importlib.metadata.EntryPoint]] = []
    seen: set[str] = set()
    for distribution in importlib.metadata.distributions():
        with isolated() as fault:
            if f"[{GROUP}]" not in (distribution.read_text("entry_points.txt") or ""):
                continue
            name = distribution.metadata["Name"] or "unnamed"
            if normalized(name) in seen or normalized(name) in blocked:
                continue
            seen.add(normalized(name))
            for point in distribution.entry_points.select(group=GROUP):
                found.append((point.name, name, distribution.version, point))
        if fault.error is not None:
            where = getattr(distribution, "_path", None)
            label = getattr(where, "name", "a distribution")
            problems.append(LoadProblem(label, f"its metadata cannot be read: {described(fault.error)}", hint="reinstall it"))
    count = Counter((name, point_name) for point_name, name, _, _ in found)
    twice = {key: [] for key, number in count.items() if number > 1}  # type: dict[tuple[str, str], list[str]]
    for point_name, name, version, point in sorted(found, key=lambda entry: entry[:3]):
        origin = Origin(name, version, point_name)
        if (name, point_name) not in twice:
            yield Plugin(origin, point.load)
            continue
        values = twice[name, point_name]
        values.append(point.value)
        if len(values) == count[name, point_name]:
            message = f"uses one entry-point name for {' and '.join(sorted(values))}, so none of them is loaded"
            problems.append(LoadProblem(str(origin), message, hint="give each entry point a name of its own"))
