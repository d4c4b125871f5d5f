"""Print each mutant with its law and whether it was caught: `python -m checkwright_contract.mutants [SEEDS]`.

SEEDS: how many seeds to draw the examples by; default 20.
"""

from __future__ import annotations

import sys

from ..effort import Effort
from .table import MUTANTS, SEEDS, caught, own_law


def main() -> int:
    """Test each mutant by its own law under every seed; return 1 when one is not caught."""
    seeds = SEEDS[: int(sys.argv[1])] if len(sys.argv) > 1 else SEEDS
    width = max(len(mutant.law.__name__) for mutant in MUTANTS)
    escaped = False
    for mutant in MUTANTS:
        law = own_law(mutant)
        tried = seeds if law.draws else seeds[:1]
        count = sum(bool(caught(mutant, [law], Effort(seed=seed, shrink=False))) for seed in tried)
        escaped |= count < len(tried)
        how = f"under {count} of {len(tried)} seeds" if law.draws else "without a draw" if count else "never"
        sys.stdout.write(f"{law.name:{width}}  {mutant.fault}: caught {how}\n")
        sys.stdout.flush()
    return int(escaped)


if __name__ == "__main__":
    sys.exit(main())
