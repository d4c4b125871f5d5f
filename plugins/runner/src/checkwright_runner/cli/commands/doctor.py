"""`checkwright doctor`: what is wrong with the installed plugins, and what to do."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from checkwright import Kind, Kinds, LoadProblem, Provider, Providers, described, isolated, load_providers
from checkwright.wording import counted

from ..arguments.examinations import EXAMINATION, Finding, findings_of
from ..arguments.examinations import add_examinations as extend
from ..arguments.inputs import kinds_of, modules_of
from ..arguments.resources import add_tools, tools_of
from ..arguments.run_options import RUN_OPTIONS
from ..kind_status import engines_of, missing_of
from ..screen.printing import clean, say

__all__ = ["arguments", "extend", "problems_of", "report", "run"]

_NONE: Mapping[str, str] = MappingProxyType({})
_NO_PROVIDERS = Providers()


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `doctor` takes."""
    add_tools(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the report; 1 when there is a problem."""
    kinds = kinds_of(arguments, warn=False)
    providers = load_providers(plugins=modules_of(arguments))
    problems = problems_of(kinds, tools_of(arguments, kinds), providers)
    findings = list(findings_of(arguments, providers))
    say("\n".join([report(kinds, problems, providers), *map(_told, findings)]))
    return 1 if problems or not all(finding.is_fine for finding in findings) else 0


def _told(finding: Finding) -> str:
    lines = [clean(f"{finding.subject}: {finding.words}", 500)]
    if finding.hint is not None:
        lines.append(clean(f"  what to do: {finding.hint}"))
    return "\n".join(lines)


def problems_of(
    kinds: Kinds, tools: Mapping[str, str] = _NONE, providers: Providers = _NO_PROVIDERS
) -> list[LoadProblem]:
    """Find all that is wrong: what failed to load, and what something needs and this machine has not.

    tools: programs that the run names.
    """
    problems = list(kinds.problems)
    # A plugin that could not be loaded at all is a problem of both.
    problems += [problem for problem in providers.problems if problem not in problems]
    for name, kind in kinds.items():
        _, fault = engines_of(kind)
        if fault is not None:
            message = f"the kind {name!r} executes, but cannot tell the versions of its engines: {fault}"
            hint = "reinstall the distribution with what it depends on"
            problems.append(LoadProblem(str(kinds.origin(name)), message, hint=hint))
        problems += _missing(kind, kinds, tools)
    for role, name in providers:
        problems += _unfit(providers, role, name)
    return problems


def _unfit(providers: Providers, role: str, name: str) -> Iterator[LoadProblem]:
    """Yield the problem of a provider that cannot work on this machine."""
    origin = str(providers.origin(role, name))
    with isolated() as fault:
        why = providers[role, name].missing()
        if why is not None:
            message = clean(f"the {role} {name!r} does not work here: {why}", 500)
            yield LoadProblem(origin, message, hint="install what is missing, or do without it")
    if fault.error is not None:
        message = f"the {role} {name!r} cannot tell whether it works here: {described(fault.error)}"
        yield LoadProblem(origin, message, hint="upgrade it, or tell its author")


def _missing(kind: Kind[Any], kinds: Kinds, tools: Mapping[str, str]) -> Iterator[LoadProblem]:
    """Yield the problem of a kind that somebody could execute, and this machine cannot."""
    if kind.prepare is None:
        return
    why, fault = missing_of(kind, kinds, tools)
    origin = str(kinds.origin(kind.name))
    if fault is not None:
        message = f"the kind {kind.name!r} cannot tell whether it can be executed here: {fault}"
        yield LoadProblem(origin, message, hint="upgrade it, or tell its author")
    elif why is not None:
        message = f"the kind {kind.name!r} is not executed here: {why}"
        path = "the path of one that works" if tools else "its path"
        yield LoadProblem(origin, message, hint=f"install what is missing, or give {path}: --tool NAME=PATH")


def _version(provider: Provider[Any]) -> str:
    """Return the version of what a provider opens, behind a comma; "" where it tells none."""
    with isolated():
        version = provider.role.version(provider.open())
        return f", {version}" if version else ""
    return ""


def report(kinds: Kinds, problems: Sequence[LoadProblem], providers: Providers = _NO_PROVIDERS) -> str:
    """Say each problem, the kinds that it loses and what to do; without one, what was looked at."""
    lines = []
    for problem in problems:
        lines.append(clean(f"{problem.plugin}: {problem.message}"))
        if problem.kinds:
            lines.append(clean(f"  kinds lost: {', '.join(problem.kinds)}"))
        lines.append(clean(f"  what to do: {problem.hint or 'tell the author of the plugin'}"))
    if problems:
        return "\n".join([*lines, counted(len(problems), "problem")])
    for name, kind in kinds.items():
        engines, _ = engines_of(kind)
        parts = [str(kinds.origin(name)), *(f"{engine} {number}" for engine, number in engines.items())]
        if kind.prepare is None:
            parts.append(kind.vocabulary)
        lines.append(clean(f"{name}: {', '.join(parts)}"))
    if not kinds:
        lines.append("no kinds are installed; `pip install checkwright` brings the first-party ones")
    for role, name in providers:
        if role not in (RUN_OPTIONS.word, EXAMINATION.word):
            version = _version(providers[role, name])
            lines.append(clean(f"{role} {name}: {providers.origin(role, name)}{version}"))
    homes = len({kinds.origin(name).distribution for name in kinds})
    return "\n".join(
        [*lines, f"no problems: {counted(len(kinds), 'kind')} from {counted(homes, 'distribution')}"]
    )
