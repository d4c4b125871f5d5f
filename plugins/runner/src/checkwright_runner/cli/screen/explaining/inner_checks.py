"""Find the checks of a sub-rubric in the details of a check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from checkwright import CheckResult, InvalidVerdict, Verdict

__all__ = ["inner_checks"]

#: Levels that are shown, and checks of all of them together.
_DEPTH = 4
_MOST = 100

#: A check of a sub-rubric, behind its index there, after those of the sub-rubrics on the way.
_Inner: TypeAlias = tuple[tuple[int, ...], CheckResult]


def inner_checks(check: CheckResult) -> Iterator[_Inner]:
    """Yield the checks of the verdict that the details of a check are, each before those of its own.

    Details are as a kind made them: those that are no verdict have none.
    """
    waiting = _inside((), check)
    left = _MOST
    while waiting and left:
        path, inner = waiting.pop()
        left -= 1
        yield path, inner
        if len(path) < _DEPTH:
            waiting += _inside(path, inner)


def _inside(path: tuple[int, ...], check: CheckResult) -> list[_Inner]:
    """Return the checks one level below, the first one last."""
    try:
        verdict = Verdict.from_dict(check.details)
    except InvalidVerdict:
        return []
    return [((*path, inner.index), inner) for inner in reversed(verdict.checks)]
