"""The reason of an outcome: which expected calls were made, which are missing, and what came nearest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from checkwright.wording import counted, near, one_line, shown

from .arguments import arguments_of
from .differences import Comparison, json_line

if TYPE_CHECKING:
    from checkwright.records import Call

    from .candidates import Candidates
    from .equality import ValueNumbers
    from .expected import Entry
    from .spec import Mode

__all__ = ["explain", "unknown_arguments"]

#: At most so many missing calls are named.
_NAMED = 3


def explain(
    entries: Sequence[Entry],
    calls: Sequence[Call],
    missing: Sequence[int],
    candidates: Candidates,
    mode: Mode,
    values: ValueNumbers,
) -> tuple[str, int | None]:
    """Return the reason, and the index of the call that comes nearest to a missing one.

    missing: the indexes of the entries without a call.
    """
    matched = len(entries) - len(missing)
    others = len(calls) - matched
    more = f", {counted(others, 'other call')}" if others else ""
    if not missing:
        made = "the expected call" if matched == 1 else f"all {matched:,} expected calls"
        return f"made {made}{more}", None
    head = f"{matched:,} of {counted(len(entries), 'expected call')} made{more}"
    lost = _named([entries[index] for index in missing], mode)
    why, nearest = _nearest([entries[index] for index in missing], entries, calls, candidates, mode, values)
    return one_line(f"{head}; missing: {lost}; {why}"), nearest


def unknown_arguments(entries: Sequence[Entry], calls: Sequence[Call]) -> str:
    """Say of which call that may be an expected one the arguments are unknown, and what it has instead."""
    asked = {entry.name for entry in entries if entry.arguments is not None}
    unknown = [call for call in calls if call.unread_keys and call.name in asked]
    first = unknown[0]
    more = f" (and {counted(len(unknown) - 1, 'call')} more)" if len(unknown) > 1 else ""
    return one_line(
        f"the arguments of call {first.index}, {shown(first.name, 40)}, are unknown{more}: {first.unknown}"
    )


def _named(entries: Sequence[Entry], mode: Mode) -> str:
    """Return the names of calls, equal ones once with their number."""
    calls = Counter(_call(entry, mode) for entry in entries)
    named = [
        text if count == 1 else f"{text} ({count:,} times)" for text, count in list(calls.items())[:_NAMED]
    ]
    rest = len(entries) - sum(list(calls.values())[:_NAMED])
    return ", ".join(named) + (f" and {rest:,} more" if rest else "")


def _call(entry: Entry, mode: Mode) -> str:
    name = one_line(entry.name, 40)
    return name if mode == "none" or entry.arguments is None else f"{name} {json_line(entry.arguments, 40)}"


def _nearest(
    missing: Sequence[Entry],
    entries: Sequence[Entry],
    calls: Sequence[Call],
    candidates: Candidates,
    mode: Mode,
    values: ValueNumbers,
) -> tuple[str, int | None]:
    """Return a clause on the call that probably was meant for a missing entry, and the index of that call."""
    made = Counter(call.name for call in calls)
    entry = next((one for one in missing if made[one.name]), None)
    if entry is None:
        return _never(missing[0], made), None
    wanted = sum(one.name == entry.name for one in entries)
    differing = None
    # When no call of the name is left over, all are matched with other entries, and there are too few.
    left_over = made[entry.name] > wanted - sum(one.name == entry.name for one in missing)
    if left_over and mode != "none" and entry.arguments is not None:
        differing = _differing(entry, entry.arguments, calls, candidates, mode, values)
    if differing is None:
        times = counted(made[entry.name], "time")
        return f"{shown(entry.name, 40)} is called {times}, expected {wanted:,}", None
    return differing


def _differing(
    entry: Entry,
    wanted: Mapping[str, Any],
    calls: Sequence[Call],
    candidates: Candidates,
    mode: Mode,
    values: ValueNumbers,
) -> tuple[str, int] | None:
    """Describe how the nearest call of an entry's name differs, one that is left over if there is one.

    Return None when no call of the name differs.
    """
    comparison = Comparison(wanted, values, exact=mode == "exact")
    pool = candidates.left_over(entry.name) or [
        index for index, call in enumerate(calls) if call.name == entry.name
    ]
    best: tuple[int, str, int, Mapping[str, Any]] | None = None
    for index in pool:
        arguments = arguments_of(calls[index])
        if index in candidates.invalid or isinstance(arguments, str):
            continue
        count = comparison.count(arguments)
        if count and (best is None or count <= best[0]):
            # Of equally near calls one is chosen that does not depend on the order of the record.
            text = json_line(arguments, 1000)
            if best is None or (count, text) < best[:2]:
                best = count, text, index, arguments
    if best is not None:
        count, _, index, arguments = best
        rest = f" and {counted(count - 1, 'place')} more" if count > 1 else ""
        return f"nearest, call {index}: {comparison.first(arguments)}{rest}", index
    for index in pool:
        if index in candidates.invalid:
            why = candidates.invalid[index]
            return f"nearest, call {index}: its arguments are no strict JSON object ({why})", index
    return None


def _never(entry: Entry, made: Counter[str]) -> str:
    if not made:
        return "no call was made"
    close = near(entry.name, made)
    hint = f" ({shown(close, 40)} is)" if close is not None else ""
    others = sorted(made)
    named = ", ".join(shown(name, 30) for name in others[:3])
    rest = f" and {len(others) - 3:,} more" if len(others) > 3 else ""
    return f"{shown(entry.name, 40)} is never called{hint}, called: {named}{rest}"
