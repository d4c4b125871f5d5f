"""Supplies: what a run provides to the checks of its rubrics, as one value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .kind import Limits
from .schemas import SchemaStore
from .store import RubricStore

__all__ = ["Supplies"]


@dataclass(frozen=True, slots=True)
class Supplies:
    """What a run provides; pickles, so that worker processes have the same.

    rubrics: where references to rubrics are looked up. schemas: where those to JSON Schemas are. None: the
        run has no such look-up.
    tools: programs that the run names, each with its path.
    limits: bounds of the run.
    """

    rubrics: RubricStore | None = None
    schemas: SchemaStore | None = None
    tools: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        tools = {name: os.fspath(path) for name, path in self.tools.items()}
        object.__setattr__(self, "tools", tools)

    @classmethod
    def given(cls, **arguments: Any) -> Supplies:
        """Make them of arguments of which None stands for the default."""
        return cls(**{name: value for name, value in arguments.items() if value is not None})
