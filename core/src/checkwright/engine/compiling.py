"""Compile a rubric, score by one, make a toolbox: with what a run provides as arguments."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from ..contract.case import Case
from ..contract.lookup import Lookup, SchemaLookup
from ..contract.provider import Provider
from ..contract.toolbox import Limits, Toolbox
from ..contract.verdict import Verdict
from ..kinds.kinds import Kinds
from ..rubrics.rubric import Rubric
from .cleanup import Cleanup
from .compiler import compile_with, toolbox_with
from .plan import Plan
from .resources import Resources

__all__ = ["compile_rubric", "make_toolbox", "score"]


def compile_rubric(
    rubric: Rubric,
    *,
    kinds: Kinds,
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    providers: Iterable[Provider[Any]] | Mapping[Any, Provider[Any]] | None = None,
    lookups: Mapping[str, Lookup[Any]] | None = None,
    folder: str | os.PathLike[str] | None = None,
    outside: Callable[[], AbstractContextManager[object]] | None = None,
    stop: Callable[[str], None] | None = None,
) -> Plan:
    """Prepare every check of a rubric once, for scoring many cases.

    Never raises for what a check or a plugin does: an authoring mistake becomes a check that fails
    every case, a fault of a plugin one that is an error for every case.

    rubrics: where composites look up their sub-rubrics; without it they are not executable.
    schemas: where checks look up JSON Schemas; without it those that name one are not executable.
    tools: programs that the run names, each with its path, such as {"php": "/opt/php/bin/php"}.
    limits: bounds of the run; default `Limits()`.
    providers: what the run may open for its checks, such as a sandbox; the first of a role is its default.
        A mapping, such as `load_providers()`, stands for its values. A plan closes what it opened.
    lookups: where references of further words are looked up, by the word before their slash. What they lead
        to is JSON data, or has a `to_dict()` that gives it.
    folder: the folder that paths in questions, such as `metadata.workspace`, are relative to.
    outside: makes the context manager that `toolbox.outside()` gives.
    stop: called with the reason when a check calls `toolbox.stop`; whether anything ends is up to it.

    Raises:
        TypeError: `rubric` is no Rubric, such as the name of a file; a provider that is none.
        ValueError: two providers of one role and name, a look-up for `rubric` or `schema`.
    """
    given = Resources.given(
        rubrics=rubrics,
        schemas=schemas,
        tools=tools,
        limits=limits,
        providers=providers,
        lookups=lookups,
        folder=folder,
        outside=outside,
        stop=stop,
    )
    return compile_with(rubric, kinds, given)


def score(
    rubric: Rubric,
    case: Case,
    *,
    kinds: Kinds,
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    providers: Iterable[Provider[Any]] | Mapping[Any, Provider[Any]] | None = None,
    lookups: Mapping[str, Lookup[Any]] | None = None,
    folder: str | os.PathLike[str] | None = None,
    outside: Callable[[], AbstractContextManager[object]] | None = None,
    stop: Callable[[str], None] | None = None,
) -> Verdict:
    """Compile a rubric, score one case and close the plan; for several cases compile once."""
    given = Resources.given(
        rubrics=rubrics,
        schemas=schemas,
        tools=tools,
        limits=limits,
        providers=providers,
        lookups=lookups,
        folder=folder,
        outside=outside,
        stop=stop,
    )
    with compile_with(rubric, kinds, given) as plan:
        verdict = plan.score(case)
        if plan.holds:
            # What locates the evidence may need what is about to be given back.
            _ = verdict.checks
        return verdict


def make_toolbox(
    *,
    kinds: Kinds,
    rubrics: Lookup[Rubric] | None = None,
    schemas: SchemaLookup | None = None,
    tools: Mapping[str, str] | None = None,
    limits: Limits | None = None,
    providers: Iterable[Provider[Any]] | Mapping[Any, Provider[Any]] | None = None,
    lookups: Mapping[str, Lookup[Any]] | None = None,
    folder: str | os.PathLike[str] | None = None,
    outside: Callable[[], AbstractContextManager[object]] | None = None,
    stop: Callable[[str], None] | None = None,
    kind: str | None = None,
    on_close: Callable[[Callable[[], object]], object] | None = None,
) -> Toolbox:
    """Make what a run provides, for preparing one check that stands in no rubric.

    rubrics, schemas, tools, limits, providers, lookups, folder, outside, stop: as for `compile_rubric`.
    kind: of the check, named when what it took cannot be given back.
    on_close: called with a function, as `contextlib.ExitStack.callback` is, that closes what the check
        opened; without it nobody does.
    """
    given = Resources.given(
        rubrics=rubrics,
        schemas=schemas,
        tools=tools,
        limits=limits,
        providers=providers,
        lookups=lookups,
        folder=folder,
        outside=outside,
        stop=stop,
    )
    closing = Cleanup()
    if on_close is not None:
        on_close(closing.close)
    return toolbox_with(kinds, given, closing, kind)
