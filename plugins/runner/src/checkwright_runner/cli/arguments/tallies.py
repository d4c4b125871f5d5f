"""Tally: what an option of a plugin counts of the verdicts of a run, and tells at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from checkwright import Verdict, described, isolated

from ..screen.printing import clean, note

__all__ = ["Tallies", "Tally"]

T = TypeVar("T")


class Tally(Protocol):
    """Counts verdicts. What it raises ends its counting, and not the run."""

    def add(self, verdict: Verdict) -> None:
        """Count the verdict of a row: of each in its order, those that an earlier run wrote included."""

    def progress(self) -> str:
        """Return a few words for the line that moves on a terminal; "" for none."""

    def lines(self) -> Sequence[str]:
        """Return what to say behind the summary."""

    def to_dict(self) -> Mapping[str, Any]:
        """Return what the summary file holds of it, as JSON-able data."""


class Tallies:
    """The tallies of a run, by the names of the options that brought them; one that breaks is left out."""

    def __init__(self, tallies: Mapping[str, Tally]) -> None:
        self._tallies = dict(tallies)

    def add(self, verdict: Verdict) -> None:
        """Let all of them count a verdict."""
        self._each(lambda tally: tally.add(verdict))

    def progress(self) -> str:
        """Return the words of all of them."""
        return ", ".join(filter(None, self._each(lambda tally: clean(tally.progress(), 60)).values()))

    def lines(self) -> list[str]:
        """Return the lines of all of them."""
        told = self._each(lambda tally: [clean(line) for line in tally.lines()])
        return [line for lines in told.values() for line in lines]

    def to_dict(self) -> dict[str, Any]:
        """Return each name with what its tally tells."""
        return self._each(lambda tally: dict(tally.to_dict()))

    def _each(self, ask: Callable[[Tally], T]) -> dict[str, T]:
        found: dict[str, T] = {}
        for name, tally in tuple(self._tallies.items()):
            with isolated() as fault:
                found[name] = ask(tally)
            if fault.error is not None:
                del self._tallies[name]
                note(
                    clean(f"warning: what the options of {name} count is left out: {described(fault.error)}")
                )
        return found
