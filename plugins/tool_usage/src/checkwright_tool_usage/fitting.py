"""Which recorded call may stand for which expected one."""

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
from .equality import NotJson, Values
from .expected import Entry
from .spec import Mode

__all__ = ["Fitting", "fitting"]

#: A name, and the number of the arguments; None when they are no strict JSON object, _UNREAD when they stand
#: under keys that are not read.
_Group: TypeAlias = tuple[str, int | None]
_UNREAD = -1
#: What an expected object wants: at a place the number of a value, or None for any object.
_Want: TypeAlias = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Fitting:
    """Which calls fit which entries.

    masks: for each entry the calls that fit it, as bits; equal calls past the number that could be
        needed have none.
    possible: the same, with the calls that may fit by arguments under keys that are not read.
    places: the index of the call of each bit.
    unfit: why the arguments of a call are no strict JSON object, by the index of the call.
    groups: the indexes of equal calls, with their bits.
    """

    masks: list[int]
    possible: list[int]
    places: list[int]
    unfit: dict[int, str]
    groups: dict[_Group, tuple[list[int], int]]

    def spare(self, name: str) -> list[int]:
        """Return the calls of a name that no pairing can use all of: more are equal than entries fit."""
        fitted = reduce(or_, self.masks, 0)
        return [
            index
            for (its_name, _), (members, bits) in self.groups.items()
            if its_name == name and not (bits & fitted and self._are_few(len(members), bits))
            for index in members
        ]

    def _are_few(self, count: int, bits: int) -> bool:
        """Tell whether equal calls are no more than the entries that they fit."""
        return (
            count == 1 or sum(1 for _ in islice((mask for mask in self.masks if mask & bits), count)) == count
        )


def fitting(entries: Sequence[Entry], calls: Sequence[Call], mode: Mode, values: Values) -> Fitting:
    """Find the calls that fit each entry; the cost is linear in both sides and in what fits, by bits."""
    wanted = Counter(entry.name for entry in entries)
    unfit: dict[int, str] = {}
    groups: dict[_Group, list[int]] = defaultdict(list)
    for index, call in enumerate(calls):
        number, arguments = None, arguments_of(call)
        if call.unread_keys:
            number = _UNREAD
        elif isinstance(arguments, str):
            unfit[index] = arguments
        elif call.name in wanted:
            try:
                number = values.of(arguments)
            except NotJson as error:
                unfit[index] = str(error)
        groups[call.name, number].append(index)

    places: list[int] = []
    bits: dict[_Group, int] = {}
    by_name: dict[str, int] = defaultdict(int)
    for group, members in groups.items():
        # More equal calls than entries of the name can never all be needed.
        kept = members[: wanted[group[0]]]
        bits[group] = ((1 << len(kept)) - 1) << len(places)
        by_name[group[0]] |= bits[group]
        places += kept

    asked = {(entry.name, entry.number): entry for entry in entries}
    masks = {
        key: by_name[entry.name] if mode == "none" or entry.arguments is None else bits.get(key, 0)
        for key, entry in asked.items()
    }
    if mode == "subset":
        masks.update(_subsets(asked, groups, bits, calls, values))
    found = [masks[entry.name, entry.number] for entry in entries]
    possible = [mask | bits.get((entry.name, _UNREAD), 0) for mask, entry in zip(found, entries, strict=True)]
    return Fitting(
        found, possible, places, unfit, {key: (members, bits[key]) for key, members in groups.items()}
    )


def _subsets(
    asked: Mapping[_Group, Entry],
    groups: Mapping[_Group, Sequence[int]],
    bits: Mapping[_Group, int],
    calls: Sequence[Call],
    values: Values,
) -> dict[_Group, int]:
    """Return the calls that have all that an entry's arguments want, for each entry that has arguments.

    An index from what is wanted to the calls that have it, so that no entry is held against each call.
    """
    #: Places in arguments, as a tree for each name: by place, the keys that lead on.
    tree: list[dict[str, int]] = []
    roots: dict[str, int] = {}
    wants: dict[_Group, list[_Want]] = {}
    for key, entry in asked.items():
        if entry.arguments is not None:
            if entry.name not in roots:
                roots[entry.name] = len(tree)
                tree.append({})
            wants[key] = list(_planted(entry.arguments, roots[entry.name], tree, values))
    having = dict.fromkeys((want for ones in wants.values() for want in ones), 0)
    readable: dict[str, int] = defaultdict(int)
    for (name, number), members in groups.items():
        arguments = arguments_of(calls[members[0]])
        if name in roots and number is not None and not isinstance(arguments, str):
            mask = bits[name, number]
            readable[name] |= mask
            for want in _walked(arguments, roots[name], tree, values):
                if want in having:
                    having[want] |= mask
    return {key: reduce(and_, (having[want] for want in wants[key]), readable[key[0]]) for key in wants}


def _planted(
    arguments: Mapping[str, Any], root: int, tree: list[dict[str, int]], values: Values
) -> Iterator[_Want]:
    """Grow the tree by the places of an expected object, and yield what it wants there."""
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
                yield inner, values.of(value)


def _walked(
    arguments: Mapping[str, Any], root: int, tree: list[dict[str, int]], values: Values
) -> Iterator[_Want]:
    """Yield what a recorded object has at the places of the tree."""
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
                    yield known[key], values.of(value)
