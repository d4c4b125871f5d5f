"""A mutant: a kind or an engine with one fault, and the laws that the fault breaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from checkwright import Case, Execute, Kind, Outcome, Toolbox

from ..engine import Engine
from .original import ORIGINAL, Phrases, prepare

__all__ = ["Mutant", "changed_kind", "with_outcomes"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault that `law` catches under any seed, and that exactly `law` and `others` catch.

    fault: what is wrong, in words.
    subject: the kind or the engine that has it.
    """

    law: Callable[..., None]
    fault: str
    subject: Kind[Any] | Engine
    others: tuple[Callable[..., None], ...] = ()

    @property
    def breaks(self) -> frozenset[str]:
        """The names of all laws that the fault breaks."""
        return frozenset(law.__name__ for law in (self.law, *self.others))


def changed_kind(**changes: Any) -> Kind[Any]:
    """Return the original kind with some of its parts replaced."""
    return replace(ORIGINAL, **changes)


def with_outcomes(change: Callable[[Phrases, Case, Outcome], Any]) -> Callable[[Phrases, Toolbox], Execute]:
    """Return a `prepare` whose outcomes are those of the original kind, changed by `change`."""

    def prepare_changed(spec: Phrases, toolbox: Toolbox) -> Execute:
        execute = prepare(spec, toolbox)
        return lambda case: change(spec, case, execute(case))

    # A child process finds a kind by the module of its `prepare`.
    prepare_changed.__module__ = change.__module__
    return prepare_changed
