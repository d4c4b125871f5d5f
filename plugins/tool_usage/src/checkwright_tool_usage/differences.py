"""Compare the arguments of a recorded call with expected ones: how many places differ, and which first."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from checkwright.wording import one_line, pointer

from .equality import ValueNumbers

__all__ = ["Comparison", "json_line"]


class Comparison:
    """Compares recorded arguments with those of one expected call.

    exact: whether arguments that are not expected count as differences.
    """

    def __init__(self, expected: Mapping[str, Any], values: ValueNumbers, *, exact: bool) -> None:
        self._expected = expected
        self._values = values
        self._exact = exact
        # The numbers of expected values by identity, since many calls are compared with them.
        self._known: dict[int, int] = {}

    def count(self, found: Mapping[str, Any]) -> int:
        """Count the places where the arguments differ, in time linear in the smaller side."""
        count = 0
        waiting = [(self._expected, found)]
        while waiting:
            wanted, there = waiting.pop()
            shared = 0
            for key in wanted if len(wanted) < len(there) else there:
                if key in wanted and key in there:
                    shared += 1
                    left, right = wanted[key], there[key]
                    if isinstance(left, Mapping) and isinstance(right, Mapping):
                        waiting.append((left, right))
                    else:
                        count += self._differ(left, right)
            count += len(wanted) - shared + (len(there) - shared if self._exact else 0)
        return count

    def first(self, found: Mapping[str, Any]) -> str:
        """Describe the first difference, with its place as a JSON Pointer; "" when there is none."""
        return next(self._all(self._expected, found, "", exact=self._exact), "")

    def _all(self, wanted: Any, there: Any, at: str, *, exact: bool) -> Iterator[str]:
        """Yield a description of each difference, in the order of the expected arguments."""
        waiting: list[tuple[Any, Any, str, bool]] = [(wanted, there, at, exact)]
        while waiting:
            wanted, there, at, exact = waiting.pop()
            inner: list[tuple[Any, Any, str, bool]] = []
            if isinstance(wanted, Mapping) and isinstance(there, Mapping):
                for key, value in wanted.items():
                    place = f"{at}{pointer((key,))}"
                    if key not in there:
                        yield f"{_place(place)} is missing, expected {json_line(value)}"
                    else:
                        inner.append((value, there[key], place, exact))
                if exact:
                    for key in sorted(there.keys() - wanted.keys()):
                        yield f"{_place(f'{at}{pointer((key,))}')} is {json_line(there[key])}, not expected"
            elif self._are_lists(wanted, there):
                if len(wanted) != len(there):
                    yield f"{_place(at)} has the length {len(there):,}, expected {len(wanted):,}"
                else:
                    # Inside lists everything has to be equal, in the mode subset too.
                    inner = [
                        (left, right, f"{at}/{index}", True)
                        for index, (left, right) in enumerate(zip(wanted, there, strict=True))
                    ]
            elif self._differ(wanted, there):
                yield f"{_place(at)} {_described(wanted, there)}"
            waiting += reversed(inner)

    def _differ(self, wanted: Any, there: Any) -> bool:
        number = self._known.get(id(wanted))
        if number is None:
            number = self._known[id(wanted)] = self._values.number_of(wanted)
        return number != self._values.number_of(there)

    @staticmethod
    def _are_lists(*values: Any) -> bool:
        return all(isinstance(value, Sequence) and not isinstance(value, str) for value in values)


def _described(wanted: Any, there: Any) -> str:
    """Describe a value and the expected one so that the difference is visible, although both are cut."""
    found, expected, where = json_line(there), json_line(wanted), ""
    if isinstance(wanted, str) and isinstance(there, str):
        if found == expected:  # both were cut in front of the difference
            place = _common_prefix(wanted, there)
            wanted, there, where = wanted[place:], there[place:], f" from character {place:,} on"
            found, expected = json_line(there), json_line(wanted)
        if normalize("NFC", wanted[:100]) == normalize("NFC", there[:100]):
            found, expected = (one_line(json.dumps(text[:100]), 50) for text in (there, wanted))
    return f"is {found}{where}, expected {expected}"


def _common_prefix(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (left, right) in pairs if left != right), min(len(one), len(other)))


def _place(pointer: str) -> str:
    return one_line(pointer, 60)


class _Encoder(json.JSONEncoder):
    """Writes values of any type in pieces."""

    def default(self, o: Any) -> Any:
        return dict(o) if isinstance(o, Mapping) else str(o)


def json_line(value: Any, limit: int = 50) -> str:
    """Return a value as JSON on one line of at most `limit` characters; no more than that is written."""
    text = ""
    if isinstance(value, str):
        value = value[: limit + 1]
    for piece in _Encoder(ensure_ascii=False, sort_keys=True).iterencode(value):
        text += piece[: limit + 1]
        if len(text) > limit:
            break
    return one_line(text, limit)
