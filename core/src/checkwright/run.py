"""The batch run: response rows in, verdict rows out, one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .case import Case
from .kinds import Kinds
from .plan import Plan
from .responses import Row
from .rubric import Rubric
from .wording import one_line

__all__ = ["error_row", "is_gradable", "json_line", "run", "verdict_row"]


def run(plan: Plan, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """Grade rows by one rubric as they are asked for, in order; a bad row becomes an error verdict.

    Every dict is JSON-able: `Verdict.to_dict()` with `line`, `sample` and `row`.
    """
    for row in rows:
        yield verdict_row(plan, row)


def verdict_row(plan: Plan, row: Row) -> dict[str, Any]:
    """Grade one row; never raises for what is in it."""
    if row.problem is not None:
        return error_row(plan, row, row.problem)
    case = Case(row.response, tool_calls=row.tool_calls, id=row.question)
    verdict = plan.score(case).to_dict()
    verdict["line"] = row.line
    verdict["sample"] = row.sample
    verdict["row"] = row.other
    return verdict


def error_row(plan: Plan, row: Row, reason: str) -> dict[str, Any]:
    """Give the error verdict of a row that no check was run on."""
    return {
        "format": 1,
        "rubric": plan.head.rubric,
        "case": row.question,
        "status": "error",
        "score": None,
        "passed": None,
        "grade": None,
        "reason": one_line(reason),
        "coverage": {"executed": 0, "checks": 0},
        "checks": [],
        "signature": plan.head.signature,
        "line": row.line,
        "sample": row.sample,
        "row": row.other,
    }


def is_gradable(rubric: Rubric, kinds: Kinds) -> bool:
    """Tell whether a rubric has a check that somebody could execute; vocabulary alone never scores a row."""
    return any(check.kind not in kinds or kinds[check.kind].prepare is not None for check in rubric.checks)


_FULL = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_ASCII = json.JSONEncoder(ensure_ascii=True, allow_nan=False).encode


def json_line(row: Mapping[str, Any], *, ascii_only: bool = False) -> bytes:
    """Give a verdict row as one line of UTF-8 JSON; lone surrogates are escaped."""
    text = _ASCII(row) if ascii_only else _FULL(row)
    return f"{text}\n".encode("utf-8", "backslashreplace")
