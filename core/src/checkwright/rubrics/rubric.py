"""Rubric: a named, versioned bundle of checks, as read; RubricRef: the name of one."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from ..contract.problem import Problem
from ..contract.references import ID_PATTERN, VERSION_PATTERN, RubricRef
from ..contract.spec import CheckSpec, SpecPart

__all__ = [
    "Rubric",
    "RubricCheck",
    "RubricHead",
    "Scoring",
]


class Scoring(SpecPart):
    """How outcomes become one score and one verdict."""

    combine: Literal["all_pass", "any_pass", "weighted_avg", "min", "max", "median"]
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.5
    weights: dict[str, Annotated[float, Field(ge=0, le=1_000_000)]] | None = None


class RubricHead(SpecPart):
    """The model of a rubric document; its checks are left to their kinds."""

    id: Annotated[str, StringConstraints(pattern=ID_PATTERN)]
    version: Annotated[str, StringConstraints(pattern=VERSION_PATTERN)]
    label: str | None = None
    description: str | None = None
    applicable_bundles: tuple[str, ...] = ()
    enabled: bool = True
    metadata: dict[str, Any] | None = None
    checks: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]
    scoring: Scoring


@dataclass(frozen=True, slots=True)
class RubricCheck:
    """One check of a rubric.

    index: its position, from 0.
    spec: the validated model; None when `problem` says why there is none.
    unavailable: the problem is that the kind is unknown or unavailable here, not the author's check.
    """

    index: int
    kind: str
    id: str | None
    spec: CheckSpec | None
    problem: Problem | None = None
    unavailable: bool = False

    @classmethod
    def of(
        cls,
        index: int,
        document: Mapping[str, Any],
        spec: CheckSpec | None,
        problem: Problem | None,
        *,
        unavailable: bool,
    ) -> RubricCheck:
        """Make it of a check document, whatever stands there for kind and id."""
        name, ident = document.get("kind"), document.get("id")
        return cls(
            index=index,
            kind=name if isinstance(name, str) else "",
            id=ident if isinstance(ident, str) else None,
            spec=spec,
            problem=problem,
            unavailable=unavailable,
        )


@dataclass(frozen=True, slots=True)
class Rubric:
    """A rubric as read; immutable.

    checks: in the order of the document, at least one.
    source: the file or name that it was read from.
    """

    id: str
    version: str
    label: str | None
    description: str | None
    applicable_bundles: tuple[str, ...]
    enabled: bool
    scoring: Scoring
    checks: tuple[RubricCheck, ...]
    source: str
    _data: Mapping[str, Any]

    @classmethod
    def of(
        cls, head: RubricHead, checks: tuple[RubricCheck, ...], source: str, data: Mapping[str, Any]
    ) -> Rubric:
        """Make it of the model of its document, its checks, and the document itself."""
        return cls(
            id=head.id,
            version=head.version,
            label=head.label,
            description=head.description,
            applicable_bundles=head.applicable_bundles,
            enabled=head.enabled,
            scoring=head.scoring,
            checks=checks,
            source=source,
            _data=data,
        )

    @property
    def ref(self) -> RubricRef:
        """The reference that questions use for this rubric."""
        return RubricRef(self.id, self.version)

    def to_dict(self) -> dict[str, Any]:
        """Return the document as it was read, unchanged; the copy is the caller's."""
        return copy.deepcopy(dict(self._data))
