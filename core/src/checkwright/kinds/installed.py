"""The plugins that are installed: entry points of the group `checkwright`, each with its identity."""

from __future__ import annotations

import email
import importlib.metadata
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from types import ModuleType

from ..contract.isolation import described, isolated
from ..contract.kind import Kind
from ..contract.provider import Provider

__all__ = ["GROUP", "LoadProblem", "Origin", "Plugin", "installed_plugins", "normalized"]

#: The one entry-point group.
GROUP = "checkwright"


def normalized(distribution: str) -> str:
    """Return a distribution name as indexes compare it. Source: Python packaging, name normalization."""
    return re.sub(r"[-_.]+", "-", distribution).lower()


@dataclass(frozen=True, slots=True)
class Origin:
    """Who offers a kind; `str()` is `distribution version [entry point]`, or `plugin NAME` of a host."""

    distribution: str
    version: str = ""
    entry_point: str = ""

    @property
    def of_host(self) -> bool:
        """Whether a host hands the plugin over, instead of an installed distribution, which has a version."""
        return not self.version

    def __str__(self) -> str:
        if self.of_host:
            return f"plugin {self.distribution}"
        return f"{self.distribution} {self.version} [{self.entry_point}]"


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
    """One source of kinds, not yet loaded.

    value: where the entry point leads, for messages; "" for a host's plugin.
    """

    origin: Origin
    load: Callable[[], object]
    value: str = ""

    @classmethod
    def of_host(cls, target: object) -> Plugin:
        """Wrap what a host hands over: a module, an object with a hook, a Kind or a Provider."""
        name = type(target).__name__
        with isolated():
            if isinstance(target, Kind):
                name = target.spec.__module__
            elif isinstance(target, Provider):
                name = f"{target.role.word} {target.name}"
            elif isinstance(target, ModuleType):
                name = target.__name__
        return cls(Origin(name), lambda: target)


def installed_plugins(
    blocked: Collection[str], problems: list[LoadProblem], only: Collection[str] | None = None
) -> Iterator[Plugin]:
    """Yield every entry point of the group, sorted; what is unreadable becomes a problem.

    blocked: normalized names of distributions to pass over. only: of those to look at; None for all.
    """
    found: dict[Origin, list[importlib.metadata.EntryPoint]] = defaultdict(list)
    for name, distribution in _distributions(problems).items():
        if name not in blocked and (only is None or name in only):
            for origin, point in _points(name, distribution, problems):
                found[origin].append(point)
    for origin in sorted(found, key=str):
        points = found[origin]
        if len(points) == 1:
            yield Plugin(origin, points[0].load, points[0].value)
            continue
        values = " and ".join(sorted(point.value for point in points))
        message = f"uses one entry-point name for {values}, so none of them is loaded"
        problems.append(LoadProblem(str(origin), message, hint="give each entry point a name of its own"))


def _distributions(problems: list[LoadProblem]) -> dict[str, importlib.metadata.Distribution]:
    """Find the distributions by normalized name; the first on the path hides others, as for imports."""
    found: dict[str, importlib.metadata.Distribution] = {}
    context = importlib.metadata.DistributionFinder.Context()
    for finder in sys.meta_path:
        find = getattr(finder, "find_distributions", None)
        with isolated() as fault:
            for distribution in find(context) if find else ():
                found.setdefault(normalized(_label(distribution)), distribution)
        if fault.error is not None:
            who = getattr(finder, "__name__", type(finder).__name__)
            message = f"cannot list the distributions that it finds: {described(fault.error)}"
            problems.append(
                LoadProblem(f"finder {who}", message, hint="mend or remove it from sys.meta_path")
            )
    return found


def _label(distribution: importlib.metadata.Distribution) -> str:
    """Name a distribution by its metadata folder, which is quick and needs no sound metadata."""
    folder = str(getattr(getattr(distribution, "_path", None), "name", ""))
    if folder.endswith((".dist-info", ".egg-info")):
        return folder.rpartition(".")[0].partition("-")[0]
    with isolated():
        identity = _identity(distribution)
        return identity[0] if identity else "a distribution without a name"
    return "a distribution without metadata"


def _points(
    label: str, distribution: importlib.metadata.Distribution, problems: list[LoadProblem]
) -> list[tuple[Origin, importlib.metadata.EntryPoint]]:
    """Read the entry points of one distribution; [] with a problem when that goes wrong."""
    message = "its metadata does not say name and version"
    with isolated() as fault:
        if f"[{GROUP}]" not in (distribution.read_text("entry_points.txt") or ""):
            return []
        identity = _identity(distribution)
        points = distribution.entry_points.select(group=GROUP)
        if identity is not None:
            return [(Origin(*identity, point.name), point) for point in points]
    if fault.error is not None:
        message = f"its metadata cannot be read: {described(fault.error)}"
    problems.append(LoadProblem(label, message, hint="reinstall or remove it"))
    return []


def _identity(distribution: importlib.metadata.Distribution) -> tuple[str, str] | None:
    """Read name and version of a distribution; None when its metadata does not say both."""
    text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""
    metadata = email.message_from_string(text)
    name, version = metadata.get("Name"), metadata.get("Version")
    return (name, version) if name and version else None
