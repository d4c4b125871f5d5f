"""Law: one promise that every kind or the engine keeps, with the things that it is held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

__all__ = ["Law", "Over", "Unproven"]


class Over(Enum):
    """What a law is held against, one at a time: the function is called as named here.

    KIND: `law(bench)`, once; a law of the engine `law(engine)`.
    ROWS: `law(bench, row)` for each row of the examples.
    CHECKS: `law(bench, check)` for check documents, valid ones and broken ones.
    TRIALS: `law(bench, trial)` for checks with cases.
    BATCH: `law(bench, trials)`, once with all trials of the run.
    SCENES: `law(engine, scene)`, a law of the engine.

    A law over a kind or a batch may raise AssertionError(sentence, trial).
    """

    KIND = "kind"
    ROWS = "rows"
    CHECKS = "checks"
    TRIALS = "trials"
    BATCH = "batch"
    SCENES = "scenes"


class Unproven(Exception):  # noqa: N818 - says what came out, no error
    """A law cannot be proven here, and the message says why; it is neither kept nor broken."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law: `holds` raises AssertionError with one sentence when it is broken.

    needs: what must have been seen at least once for the law to mean something: "passed" and "failed"
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
        """Whether the law is held against drawn examples, besides those of every run."""
        return self.over not in (Over.KIND, Over.ROWS)

    @property
    def executes(self) -> bool:
        """Whether the law says something of a kind only where it can be executed."""
        return any(one in ("passed", "failed", "measured") for one in self.needs)
