"""The laws, tested: every fault is caught by its law, and by no other law."""

import os

import pytest

from checkwright_contract import Effort
from checkwright_contract.laws import ENGINE_LAWS, LAWS
from checkwright_contract.mutants.table import MUTANTS, caught, laws_of, own_law

#: Run by `make long`, and in CI.
pytestmark = pytest.mark.long

EACH = pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.law.__name__}: {mutant.fault}")
#: One mutant of each law.
FIRST = tuple({mutant.law: mutant for mutant in reversed(MUTANTS)}.values())
SOME = MUTANTS if int(os.environ.get("CHECKWRIGHT_EXAMPLES", "0")) >= 100 else FIRST[::2]


def test_every_law_has_a_mutant():
    """No law goes untested."""
    assert {law.holds for law in (*LAWS, *ENGINE_LAWS)} == {mutant.law for mutant in MUTANTS}


@EACH
def test_its_own_law_catches_a_mutant(mutant):
    """A fifth of what a law draws is enough; `make mutants` draws by twenty seeds."""
    assert caught(mutant, [own_law(mutant)], Effort(examples=20, seed=1, shrink=False))


@pytest.mark.parametrize("mutant", SOME, ids=lambda mutant: f"{mutant.law.__name__}: {mutant.fault}")
def test_exactly_the_laws_that_a_mutant_names_catch_it(mutant):
    """A fault is told by the laws that it breaks, and by no other.

    The first mutant of every other law here, and all of them by `make soak`.
    """
    assert caught(mutant, laws_of(mutant), Effort(examples=10, seed=1, shrink=False)) == mutant.breaks
