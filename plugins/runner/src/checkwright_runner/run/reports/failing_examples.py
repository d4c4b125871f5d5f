"""Keep one failing example of each check while the rows of a run pass by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from checkwright import CheckResult, Status, Verdict

from .excerpt import Passage

__all__ = ["Example", "Examples", "Key"]

#: A check of a run, as `Totals.by_check` has it: the rubric, its place there, what it is called.
Key: TypeAlias = tuple[str | None, int, str]

#: Places of a check that are kept, characters that each quotes, and characters of a response.
_MOST_PLACES = 20
_MOST_QUOTED = 200
_MOST_CHARACTERS = 4_000
#: Checks that examples are kept of, when there are more.
_MOST_KEPT = 256


@dataclass(frozen=True, slots=True)
class Example:
    """A row that a check failed.

    line: of the response file. id: of its question. check: with the first of its places, quoted in part;
    more: how many others there are.
    response: None where it is not at hand.
    """

    line: int
    id: str | None
    check: CheckResult
    more: int
    response: Passage | None

    def with_response(self, response: str) -> Example:
        """Return the example with what of its response is kept."""
        spans = (place.start for place in self.check.evidence if place.start is not None)
        return replace(self, response=Passage.around(response, next(spans, 0), _MOST_CHARACTERS))


class Examples:
    """Keeps the first failing row of each check, with places that decided before one without any.

    It does not grow with the rows; of many checks those are kept that fail most.
    """

    def __init__(self) -> None:
        self._kept: dict[Key, Example] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, verdict: Verdict, line: int, response: str | None) -> None:
        """See the verdict on a line, after those before it; response: None for one not at hand."""
        for check in verdict.checks:
            if check.status is Status.FAILED:
                key = verdict.rubric, check.index, check.id or check.kind
                if self._wants(key, bool(check.evidence)):
                    example = _example(verdict, line, check)
                    self._kept[key] = example if response is None else example.with_response(response)

    def merge(self, other: Examples) -> None:
        """Add what another one kept of the rows that come next."""
        for key, example in other._kept.items():
            if self._wants(key, bool(example.check.evidence)):
                self._kept[key] = example

    def keep(self, counts: Mapping[Key, Mapping[str, int]], most: int) -> None:
        """Forget those of checks that fail less often than `most` others, where there are many.

        counts: of all checks so far, by status. A check that fails most in the end has its example even if
        it was forgotten before, since it has failed again after that.
        """
        most = max(most, _MOST_KEPT)
        if len(self._kept) > most:
            self._kept = {key: self._kept[key] for key in _worst(counts, self._kept)[:most]}

    def worst(self, counts: Mapping[Key, Mapping[str, int]], most: int) -> list[tuple[Key, Example]]:
        """Return the `most` checks that fail most often, each with its example."""
        return [(key, self._kept[key]) for key in _worst(counts, self._kept)[:most]]

    def _wants(self, key: Key, has_places: bool) -> bool:
        kept = self._kept.get(key)
        return kept is None or (has_places and not kept.check.evidence)


def _example(verdict: Verdict, line: int, check: CheckResult) -> Example:
    places = tuple(replace(place, text=place.text[:_MOST_QUOTED]) for place in check.evidence[:_MOST_PLACES])
    more = len(check.evidence) - len(places)
    return Example(line, verdict.id, replace(check, evidence=places), more, None)


def _worst(counts: Mapping[Key, Mapping[str, int]], keys: Iterable[Key]) -> list[Key]:
    return sorted(keys, key=lambda key: (-counts[key]["failed"], str(key[0]), key[1]))
