"""Resources: what a run provides to the checks of its rubrics, as one value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from typing import Any

from ..contract.lookup import Lookup, SchemaLookup
from ..contract.provider import Provider
from ..contract.toolbox import Limits
from ..rubrics.rubric import Rubric

__all__ = ["Resources"]


def _no_stop(reason: str) -> None:
    del reason


@dataclass(frozen=True, slots=True)
class Resources:
    """What a run provides; pickles, so that worker processes have the same.

    rubrics: where references to rubrics are looked up. schemas: where those to JSON Schemas are. None: the
        run has no such look-up.
    tools: programs that the run names, each with its path.
    limits: bounds of the run.
    providers: what fills roles, such as sandboxes; the first of a role is its default. A mapping, such as
        `load_providers()` and what its `of` returns, stands for its values; kept as a tuple.
    lookups: where references of further words are looked up, by the word before the slash.
    folder: the folder that paths in questions are relative to; absolute. None: the run has none.
    outside: a context manager around the time that a check waits for something outside.
    stop: called with a reason where a check asks the run to end before this row. Neither pickles with most
        values, so that a worker brings its own.

    Raises:
        ValueError: two providers of one role and name, a look-up for `rubric` or `schema`.
        TypeError: something that is no Provider.
    """

    rubrics: Lookup[Rubric] | None = None
    schemas: SchemaLookup | None = None
    tools: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    providers: Iterable[Provider[Any]] | Mapping[Any, Provider[Any]] = ()
    lookups: Mapping[str, Lookup[Any]] = field(default_factory=dict)
    folder: str | None = None
    outside: Callable[[], AbstractContextManager[object]] = nullcontext
    stop: Callable[[str], None] = _no_stop

    def __post_init__(self) -> None:
        tools = {name: os.fspath(path) for name, path in self.tools.items()}
        object.__setattr__(self, "tools", tools)
        object.__setattr__(self, "providers", _distinct(self.providers))
        if self.folder is not None:
            object.__setattr__(self, "folder", os.path.abspath(os.fspath(self.folder)))  # noqa: PTH100 - a link stays
        taken = sorted({"rubric", "schema"} & self.lookups.keys())
        if taken:
            raise ValueError(f"lookups may not name {taken[0]!r}: it has an argument of its own")

    @property
    def arguments(self) -> dict[str, Any]:
        """The resources as keyword arguments of `compile_rubric`, `score` and `make_toolbox`."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def given(cls, **arguments: Any) -> Resources:
        """Make them of arguments of which None stands for the default."""
        return cls(**{name: value for name, value in arguments.items() if value is not None})


def _distinct(
    providers: Iterable[Provider[Any]] | Mapping[Any, Provider[Any]],
) -> tuple[Provider[Any], ...]:
    """Return the providers in their order."""
    seen: set[tuple[str, str]] = set()
    if isinstance(providers, Provider):
        raise TypeError("providers must be several Provider objects, not one: write [provider]")
    given = tuple(providers.values() if isinstance(providers, Mapping) else providers)
    for provider in given:
        if not isinstance(provider, Provider):
            raise TypeError(f"providers must hold Provider objects, not {type(provider).__name__}")
        place = provider.role.word, provider.name
        if place in seen:
            raise ValueError(f"two providers are given for the {place[0]} {place[1]!r}")
        seen.add(place)
    return given
