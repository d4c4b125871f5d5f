"""Head: what all verdicts of one plan share."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Head"]


@dataclass(frozen=True, slots=True)
class Head:
    """What all verdicts of one plan share.

    rubric: its reference; None in the verdict of a case that no rubric is known for.
    combine: the mode; None in a verdict that was read back, whose JSON does not tell it.
    threshold: None for the modes that have none, and without a mode.
    checks: id, kind and weight of each check, in order.
    signature: None where nothing was compiled.
    """

    rubric: str | None
    combine: str | None
    threshold: float | None
    checks: tuple[tuple[str | None, str, float], ...]
    signature: str | None
