"""Say that a check asked the run to end, and how to go on."""

from __future__ import annotations

from ...refused import Refused
from ...screen.printing import clean
from ...writing.sink import Sink

__all__ = ["Stopped", "stopped"]

_NO_VERDICT = 3


class Stopped(Refused):
    """The run ends early, and what was done is not lost."""


def stopped(out: Sink, reason: str, options: str = "--resume") -> Stopped:
    """Return what ends the command; options: those that go on with what is done."""
    partial = out.stop()
    where = "" if partial is None else f"; what was done stands in {partial}, {options} goes on with it"
    return Stopped([clean(f"error: stopped: {reason}{where}")], _NO_VERDICT)
