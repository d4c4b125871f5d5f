"""The table of all mutants, and which laws catch a mutant."""

from __future__ import annotations

from collections.abc import Iterable

from ..breach import Breach
from ..effort import Effort
from ..engine import Engine
from ..judge import judge_engine
from ..law import Law
from ..laws import ENGINE_LAWS, LAWS
from ..proof import Proof
from . import behaviour, cost, engine, repeat, schema, texts
from .mutant import Mutant

__all__ = ["MUTANTS", "SEEDS", "caught", "laws_of", "own_law"]

#: Under each of these seeds a mutant is caught by its own law, if that law draws examples.
SEEDS = range(1, 21)

MUTANTS: tuple[Mutant, ...] = (
    *schema.MUTANTS,
    *behaviour.MUTANTS,
    *repeat.MUTANTS,
    *texts.MUTANTS,
    *cost.MUTANTS,
    *engine.MUTANTS,
)


def laws_of(mutant: Mutant) -> tuple[Law, ...]:
    """Return the laws that apply to a mutant: those of kinds or those of the engine."""
    return ENGINE_LAWS if isinstance(mutant.subject, Engine) else LAWS


def own_law(mutant: Mutant) -> Law:
    """Return the law that must catch a mutant."""
    return next(law for law in laws_of(mutant) if law.holds is mutant.law)


def caught(mutant: Mutant, laws: Iterable[Law], effort: Effort) -> frozenset[str]:
    """Return the names of the laws that find the fault of a mutant; vacuous results do not count."""
    if isinstance(mutant.subject, Engine):
        return frozenset(law.name for law in laws if _is_fault(judge_engine(law, mutant.subject, effort)))
    proof = Proof(mutant.subject)
    return frozenset(law.name for law in laws if _is_fault(proof.of(law, effort)))


def _is_fault(result: object) -> bool:
    return isinstance(result, Breach) and not result.is_vacuous
