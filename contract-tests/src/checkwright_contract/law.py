"""A law: one promise that every kind or the engine keeps, and what it is tested on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

__all__ = ["Law", "Over", "Unproven"]


class Over(Enum):
    """What a law is tested on, one at a time; the function is called as follows.

    KIND: `law(bench)`, once; a law of the engine `law(engine)`.
    ROWS: `law(bench, row)` for each row of the examples.
    CHECKS: `law(bench, check)` for check documents, valid ones and broken ones.
    TRIALS: `law(bench, trial)` for checks with cases.
    BATCH: `law(bench, trials)`, once with all trials of the run.
    SCENARIOS: `law(engine, scenario)`, a law of the engine.

    A law over a kind or a batch may raise AssertionError(sentence, trial).
    """

    KIND = "kind"
    ROWS = "rows"
    CHECKS = "checks"
    TRIALS = "trials"
    BATCH = "batch"
    SCENARIOS = "scenarios"


class Unproven(Exception):  # noqa: N818 - it is a result, not an error
    """A law cannot be tested here, and the message says why; it is neither kept nor broken."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law: `holds` raises AssertionError with one sentence when it is broken.

    needs: what the law must see at least once, since it would show nothing otherwise: "passed" and "failed"
        outcomes, "measured" figures, "valid" and "invalid" check documents; of the engine "scored",
        "not_scored" and "error" verdicts.
    """

    holds: Callable[..., None]
    over: Over
    needs: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name in test ids and messages: the law as a sentence."""
        return self.holds.__name__

    @property
    def says(self) -> str:
        """The law in words."""
        return (self.holds.__doc__ or "").strip().partition("\n")[0]

    @property
    def draws(self) -> bool:
        """Whether the law is tested on drawn examples besides those of every run."""
        return self.over not in (Over.KIND, Over.ROWS)

    @property
    def executes(self) -> bool:
        """Whether the law can be tested only on a kind that can run here."""
        return any(one in ("passed", "failed", "measured") for one in self.needs)
