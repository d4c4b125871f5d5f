"""Mutant: a kind, or an engine, with one fault, and the laws that it breaks by it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from checkwright import Case, Execute, Kind, Outcome, Toolbox

from ..engine import Engine
from .honest import HONEST, Phrases, prepare

__all__ = ["Mutant", "altered", "told_again"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: `law` catches it under any seed, and exactly `law` and `others` catch it.

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


def altered(**changes: Any) -> Kind[Any]:
    """Return the honest kind with some of its parts exchanged."""
    return replace(HONEST, **changes)


def told_again(change: Callable[[Phrases, Case, Outcome], Any]) -> Callable[[Phrases, Toolbox], Execute]:
    """Return a `prepare` whose outcomes are those of the honest kind, changed."""

    def prepare_changed(spec: Phrases, toolbox: Toolbox) -> Execute:
        execute = prepare(spec, toolbox)
        return lambda case: change(spec, case, execute(case))

    # A child process finds a kind by the module of its `prepare`.
    prepare_changed.__module__ = change.__module__
    return prepare_changed
