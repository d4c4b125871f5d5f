"""Find the checks of a sub-rubric in the details of a check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from checkwright import Status

__all__ = ["InnerCheck", "inner_checks"]

#: Levels that are shown, and checks of all of them together.
_DEPTH = 4
_MOST = 100
_STATUSES = frozenset(status.value for status in Status)


class InnerCheck(NamedTuple):
    """A check of a sub-rubric. path: its index there, after those of the sub-rubrics on the way."""

    path: tuple[int, ...]
    ident: str | None
    kind: str
    status: str
    score: float | None
    reason: str


def inner_checks(details: Mapping[str, Any]) -> Iterator[InnerCheck]:
    """Yield the checks that a verdict in `details` holds, each before those of its own sub-rubric.

    Details are as a kind gives them: what is no verdict holds none, and no check that is none is given.
    """
    waiting: list[tuple[tuple[int, ...], Any]] = [((), check) for check in reversed(_checks(details))]
    left = _MOST
    while waiting and left:
        path, data = waiting.pop()
        check = _check(path, data)
        if check is None:
            continue
        left -= 1
        yield check
        if len(check.path) < _DEPTH:
            waiting += [(check.path, inner) for inner in reversed(_checks(data.get("details")))]


def _checks(details: Any) -> list[Any]:
    checks = details.get("checks") if isinstance(details, Mapping) else None
    return checks if isinstance(checks, list) and isinstance(details.get("rubric"), str) else []


def _check(path: tuple[int, ...], data: Any) -> InnerCheck | None:
    if not isinstance(data, Mapping):
        return None
    index, ident, kind, score = (data.get(name) for name in ("index", "id", "kind", "score"))
    status, reason = data.get("status"), data.get("reason")
    if type(index) is not int or not isinstance(kind, str) or not isinstance(reason, str):
        return None
    if not isinstance(status, str) or status not in _STATUSES:
        return None
    return InnerCheck(
        (*path, index),
        ident if isinstance(ident, str) else None,
        kind,
        status,
        score if type(score) in (int, float) else None,
        reason,
    )
