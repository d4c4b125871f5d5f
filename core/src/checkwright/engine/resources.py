"""Resources: what a run provides to the checks of its rubrics, as one value."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from ..contract.lookup import Lookup, SchemaLookup
from ..contract.toolbox import Limits
from ..rubrics.rubric import Rubric

__all__ = ["Resources"]


@dataclass(frozen=True, slots=True)
class Resources:
    """What a run provides; pickles, so that worker processes have the same.

    rubrics: where references to rubrics are looked up. schemas: where those to JSON Schemas are. None: the
        run has no such look-up.
    tools: programs that the run names, each with its path.
    limits: bounds of the run.
    """

    rubrics: Lookup[Rubric] | None = None
    schemas: SchemaLookup | None = None
    tools: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        tools = {name: os.fspath(path) for name, path in self.tools.items()}
        object.__setattr__(self, "tools", tools)

    @property
    def arguments(self) -> dict[str, Any]:
        """The resources as keyword arguments of `compile_rubric`, `score` and `make_toolbox`."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def given(cls, **arguments: Any) -> Resources:
        """Make them of arguments of which None stands for the default."""
        return cls(**{name: value for name, value in arguments.items() if value is not None})
