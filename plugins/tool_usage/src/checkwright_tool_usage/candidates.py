"""Find the recorded calls that may be matched with each expected call."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import Any, TypeAlias

from checkwright.records import Call

from .arguments import arguments_of
from .equality import NotJson, ValueNumbers
from .expected import Entry
from .spec import Mode

__all__ = ["Candidates", "find_candidates"]

#: A name, and the number of the arguments; None when they are no strict JSON object, _UNREAD when they stand
#: under keys that are not read.
_Group: TypeAlias = tuple[str, int | None]
_UNREAD = -1
#: A requirement of an expected object: a place, and the number of the value there, or None for any object.
_Requirement: TypeAlias = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Candidates:
    """The recorded calls that fit each expected call.

    masks: for each entry the calls that fit it, as bits; of equal calls only as many as could be matched have
        a bit.
    possible: the same, with the calls that may fit by arguments under keys that are not read.
    places: for each bit the index of its call.
    invalid: by the index of a call, why its arguments are no strict JSON object.
    groups: the indexes of equal calls, with their bits.
    """

    masks: list[int]
    possible: list[int]
    places: list[int]
    invalid: dict[int, str]
    groups: dict[_Group, tuple[list[int], int]]

    def left_over(self, name: str) -> list[int]:
        """Return the calls of a name that outnumber the entries they fit, so that some are left over."""
        fitted = reduce(or_, self.masks, 0)
        return [
            index
            for (its_name, _), (members, bits) in self.groups.items()
            if its_name == name and not (bits & fitted and self._are_few(len(members), bits))
            for index in members
        ]

    def _are_few(self, count: int, bits: int) -> bool:
        """Return whether there are no more equal calls than entries that they fit."""
        return (
            count == 1 or sum(1 for _ in islice((mask for mask in self.masks if mask & bits), count)) == count
        )


def find_candidates(
    entries: Sequence[Entry], calls: Sequence[Call], mode: Mode, values: ValueNumbers
) -> Candidates:
    """Find the calls that fit each entry, in time linear in both sides and in the bits of the result."""
    wanted = Counter(entry.name for entry in entries)
    invalid: dict[int, str] = {}
    groups: dict[_Group, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        number, arguments = None, arguments_of(call)
        if call.unread_keys:
            number = _UNREAD
        elif isinstance(arguments, str):
            invalid[index] = arguments
        elif call.name in wanted:
            try:
                number = values.number_of(arguments)
            except NotJson as error:
                invalid[index] = str(error)
        groups[call.name, number].append(index)

    places: list[int] = []
    bits: dict[_Group, int] = {}
    by_name: dict[str, int] = defaultdict(int)
    for group, members in groups.items():
        # More equal calls than entries of the name can never all be matched.
        kept = members[: wanted[group[0]]]
        bits[group] = ((1 << len(kept)) - 1) << len(places)
        by_name[group[0]] |= bits[group]
        places += kept

    by_key = {(entry.name, entry.number): entry for entry in entries}
    masks = {
        key: by_name[entry.name] if mode == "none" or entry.arguments is None else bits.get(key, 0)
        for key, entry in by_key.items()
    }
    if mode == "subset":
        masks.update(_subsets(by_key, groups, bits, calls, values))
    found = [masks[entry.name, entry.number] for entry in entries]
    possible = [mask | bits.get((entry.name, _UNREAD), 0) for mask, entry in zip(found, entries, strict=True)]
    return Candidates(
        found, possible, places, invalid, {key: (members, bits[key]) for key, members in groups.items()}
    )


def _subsets(
    by_key: Mapping[_Group, Entry],
    groups: Mapping[_Group, Sequence[int]],
    bits: Mapping[_Group, int],
    calls: Sequence[Call],
    values: ValueNumbers,
) -> dict[_Group, int]:
    """Return, for each entry with arguments, the calls that have all of these arguments.

    By an index from requirements to the calls that meet them, so that not every entry is compared with every
    call.
    """
    # A tree of places in arguments for each name: for each place its keys, and the places that they lead to.
    tree: list[dict[str, int]] = []
    roots: dict[str, int] = {}
    requirements: dict[_Group, list[_Requirement]] = {}
    for key, entry in by_key.items():
        if entry.arguments is not None:
            if entry.name not in roots:
                roots[entry.name] = len(tree)
                tree.append({})
            requirements[key] = list(_add_requirements(entry.arguments, roots[entry.name], tree, values))
    having = dict.fromkeys((requirement for ones in requirements.values() for requirement in ones), 0)
    readable: dict[str, int] = defaultdict(int)
    for (name, number), members in groups.items():
        arguments = arguments_of(calls[members[0]])
        if name in roots and number is not None and not isinstance(arguments, str):
            mask = bits[name, number]
            readable[name] |= mask
            for requirement in _met_requirements(arguments, roots[name], tree, values):
                if requirement in having:
                    having[requirement] |= mask
    return {
        key: reduce(and_, (having[requirement] for requirement in requirements[key]), readable[key[0]])
        for key in requirements
    }


def _add_requirements(
    arguments: Mapping[str, Any], root: int, tree: list[dict[str, int]], values: ValueNumbers
) -> Iterator[_Requirement]:
    """Add the places of an expected object to the tree, and yield its requirement at each."""
    waiting = [(arguments, root)]
    while waiting:
        fields, place = waiting.pop()
        for key, value in fields.items():
            inner = tree[place].get(key)
            if inner is None:
                inner = tree[place][key] = len(tree)
                tree.append({})
            if isinstance(value, Mapping):
                waiting.append((value, inner))
                yield inner, None
            else:
                yield inner, values.number_of(value)


def _met_requirements(
    arguments: Mapping[str, Any], root: int, tree: list[dict[str, int]], values: ValueNumbers
) -> Iterator[_Requirement]:
    """Yield the requirements that a recorded object meets at the places of the tree."""
    waiting = [(arguments, root)]
    while waiting:
        fields, place = waiting.pop()
        known = tree[place]
        for key in known if len(known) < len(fields) else fields:
            if key in known and key in fields:
                value = fields[key]
                if isinstance(value, Mapping):
                    waiting.append((value, known[key]))
                    yield known[key], None
                else:
                    yield known[key], values.number_of(value)
