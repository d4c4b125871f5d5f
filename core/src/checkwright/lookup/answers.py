"""The sentences of the stores: why a reference leads to nothing, and which file may be meant."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ..contract.lookup import Missing
from ..contract.problem import Problem
from ..wording import did_you_mean, one_line, shown
from .likely_file import several

__all__ = ["defined_twice", "missing_id", "missing_version", "several_define"]

#: Ids before and after a misspelt one in their order that it is compared with.
_AROUND = 25
#: Versions that a sentence names.
_NAMED = 5


def several_define(ref: object, sources: Sequence[str]) -> Missing:
    """Say that several files define what a reference names."""
    return Missing(one_line(f"{ref} is defined in {several(sources)}"), broken=True)


def defined_twice(ref: object, sources: Sequence[str]) -> Problem:
    """Report that several files define one reference, at the last of them."""
    message = f"{ref} is defined in {several(sources)}, so none of them is used"
    hint = "give each a version of its own, or remove what is not wanted"
    return Problem(sources[-1], message, code="authoring", hint=hint)


def missing_version(ref: object, ident: str, versions: Sequence[str], aside: str) -> Missing:
    """Say which versions there are of what a reference names.

    aside: a clause on the file that may be meant, or "".
    """
    more = f" and {len(versions) - _NAMED} more" if len(versions) > _NAMED else ""
    there = f"{', '.join(versions[:_NAMED])}{more}"
    return Missing(one_line(f"{ref} does not exist, {ident} has {there}{aside}"), unknown=True)


def missing_id(noun: str, ident: str, known: Sequence[str], aside: str) -> Missing:
    """Say that nothing has an id, and which one may be meant.

    noun: what has ids, such as "rubric". known: the ids there are, sorted.
    """
    place = bisect_left(known, ident)
    hint = did_you_mean(ident, known[max(place - _AROUND, 0) : place + _AROUND])
    meant = f", {hint}" if hint else ""
    return Missing(one_line(f"no {noun} has the id {shown(ident)}{meant}{aside}"), unknown=True)
