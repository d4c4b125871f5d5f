"""Law: one promise that every kind keeps, with the things that it is held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

__all__ = ["EngineLaw", "Law", "Over", "Unproven"]


class Over(Enum):
    """What a law is held against, one at a time: the function is called as named here.

    KIND: `law(bench)`, once.
    ROWS: `law(bench, row)` for each row of the examples.
    CHECKS: `law(bench, check)` for check documents, valid ones and broken ones.
    TRIALS: `law(bench, trial)` for checks with cases.
    BATCH: `law(bench, trials)`, once with all trials of the run.

    A law over a kind or a batch may raise AssertionError(sentence, trial).
    """

    KIND = "kind"
    ROWS = "rows"
    CHECKS = "checks"
    TRIALS = "trials"
    BATCH = "batch"


class Unproven(Exception):  # noqa: N818 - says what came out, no error
    """A law cannot be proven here, and the message says why; it is neither kept nor broken."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law: `holds` raises AssertionError with one sentence when it is broken.

    needs: what must have been seen at least once for the law to mean something: "passed" and "failed"
        outcomes, "measured" figures, "valid" and "invalid" check documents.
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
        return _first_line(self.holds)

    @property
    def executes(self) -> bool:
        """Whether the law says something of a kind only where it can be executed."""
        return any(one in ("passed", "failed", "measured") for one in self.needs)


@dataclass(frozen=True, slots=True)
class EngineLaw:
    """One law of the engine: `holds(engine, draw)` raises AssertionError when it is broken.

    draw: gives one example of a hypothesis strategy, as inside `st.composite`.
    """

    holds: Callable[[Any, Any], None]

    @property
    def name(self) -> str:
        """The name in test ids and messages: the law as a sentence."""
        return self.holds.__name__

    @property
    def says(self) -> str:
        """The law in words."""
        return _first_line(self.holds)


def _first_line(function: Callable[..., None]) -> str:
    return (function.__doc__ or "").strip().partition("\n")[0]
