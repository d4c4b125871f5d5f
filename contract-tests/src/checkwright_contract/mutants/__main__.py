"""Print the table law, mutant, caught: `python -m checkwright_contract.mutants [NUMBER OF SEEDS]`."""

from __future__ import annotations

import sys

from ..effort import Effort
from .table import MUTANTS, SEEDS, caught, own_law


def main() -> int:
    """Hold each mutant to its law under every seed; give 1 when one gets away."""
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
