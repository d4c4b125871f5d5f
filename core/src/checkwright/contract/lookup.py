"""What a reference leads to, or why to nothing: the protocol of all look-ups, and of what scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from .case import Case
from .verdict import Verdict

__all__ = ["Found", "Lookup", "Missing", "SchemaLookup", "Scorer"]

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Found(Generic[T_co]):
    """What a reference leads to. Neither `broken` nor `unknown`, as Missing may be."""

    value: T_co
    broken: ClassVar[bool] = False
    unknown: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a reference leads to nothing.

    why: one clean line.
    broken: there is something of that name and it cannot be used: invalid, or defined twice. What needs it
        is an error then; else it is not executable.
    unknown: nothing of that name and version exists, in use or disabled, so that the reference is misspelt
        or stale.
    """

    why: str
    broken: bool = False
    unknown: bool = False


class Lookup(Protocol[T_co]):
    """Where references are looked up: a folder, a mapping, a service.

    Immutable: a reference leads to the same whenever it is asked for. Pickles, when worker processes or
    plans that travel are to have it.
    """

    def find(self, ref: str, /) -> Found[T_co] | Missing:
        """Return what a reference leads to, or why it leads to nothing; never raise."""

    def __iter__(self) -> Iterator[str]:
        """Yield the references that lead somewhere, sorted; none where they cannot be listed."""


#: Leads from `schema/<id>@<version>` to a JSON Schema, a copy that is the caller's.
SchemaLookup: TypeAlias = Lookup[Mapping[str, Any] | bool]


class Scorer(Protocol):
    """What scores cases: the plan of another rubric, as `Toolbox.compile` returns it."""

    def score(self, case: Case, /) -> Verdict:
        """Score one case; never raise for what a check does."""
