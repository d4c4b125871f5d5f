"""The JSON of a verdict, format 2, written and read here alone: every field in every verdict, one type each.

Readers of columns (Arrow, DuckDB, pandas, Polars) find the type of a field in the first rows of a file. So
no field is ever left out, what is not there is null, and `details`, whose shape differs from kind to kind,
is the text of its JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any, Literal, NamedTuple, NoReturn, get_args

from .check_result import CheckResult
from .errors import InvalidOutcome, InvalidVerdict
from .evidence import Evidence
from .json_fields import Field, Table, one_of, refuse
from .outcome import Status
from .problem import Path

__all__ = ["VerdictFields", "VerdictStatus", "grade_of", "jsonable", "read", "written"]

FORMAT = 2

#: scored: a number; not_scored: nothing could be executed; error: a check gave no judgement.
VerdictStatus = Literal["scored", "not_scored", "error"]


_STATUSES = {status.value: status for status in Status}
_EXECUTED = frozenset({Status.PASSED.value, Status.FAILED.value})
_TEXT = Field((str,), "a text")
_REASON = Field((str,), "a text of 1 to 300 characters", lambda value: 0 < len(value) <= 300)
_TEXT_OR_NULL = Field((str, NoneType), "a text or null")
_NUMBER_OR_NULL = Field((int, NoneType), "a whole number or null")
_SHARE = Field(
    (float, int, NoneType), "a number from 0 to 1, or null", lambda value: value is None or 0 <= value <= 1
)
_LIST = Field((list, tuple), "a list")

_VERDICT = Table(
    {
        "format": Field((int,), str(FORMAT), FORMAT.__eq__),
        "id": _TEXT_OR_NULL,
        "rubric": _TEXT_OR_NULL,
        "status": one_of(get_args(VerdictStatus)),
        "score": _SHARE,
        "passed": Field((bool, NoneType), "true, false or null"),
        "grade": Field((float, int, NoneType), "a number or null"),
        "reason": _REASON,
        "coverage": Field((dict,), "an object"),
        "checks": _LIST,
        "signature": _TEXT_OR_NULL,
    }
)
_CHECK = Table(
    {
        "index": Field((int,), "a whole number"),
        "id": _TEXT_OR_NULL,
        "kind": _TEXT,
        "status": one_of(tuple(_STATUSES)),
        "score": _SHARE,
        "weight": Field((float, int), "a number, 0 or more", lambda value: 0 <= value < float("inf")),
        "reason": _REASON,
        "evidence": _LIST,
        "evidence_error": _TEXT_OR_NULL,
        "details": Field((str, dict, NoneType), "the JSON text of an object, or null"),
    }
)
_EVIDENCE = Table(
    {
        "kind": _TEXT,
        "text": _TEXT,
        "start": _NUMBER_OR_NULL,
        "end": _NUMBER_OR_NULL,
        "pointer": _TEXT_OR_NULL,
        "call": _NUMBER_OR_NULL,
        "rater": _TEXT_OR_NULL,
    }
)


class VerdictFields(NamedTuple):
    """What a verdict says: all that its JSON is made of.

    id: of the case. rubric: its reference. score: 0 to 1; None unless scored, as `passed`.
    """

    id: str | None
    rubric: str | None
    status: VerdictStatus
    score: float | None
    passed: bool | None
    reason: str
    checks: Sequence[CheckResult]
    signature: str | None


def written(fields: VerdictFields, *, nested: bool = False) -> dict[str, Any]:
    """Return the JSON-able data of a verdict.

    nested: whether details stay objects. Inside the details of another check they do, since JSON text inside
    JSON text doubles its escapes with every level.
    """
    return {
        "format": FORMAT,
        "id": fields.id,
        "rubric": fields.rubric,
        "status": fields.status,
        "score": fields.score,
        "passed": fields.passed,
        "grade": grade_of(fields.score),
        "reason": fields.reason,
        "coverage": _coverage(fields.checks),
        "checks": [_check(check, nested) for check in fields.checks],
        "signature": fields.signature,
    }


def grade_of(score: float | None) -> float | None:
    """Return a score on the scale from 0 to 5; None for none."""
    return None if score is None else 5 * score


def _coverage(checks: Sequence[CheckResult]) -> dict[str, int]:
    return {"executed": sum(check.score is not None for check in checks), "checks": len(checks)}


def _check(check: CheckResult, nested: bool) -> dict[str, Any]:
    details = dict(check.details)
    return {
        "index": check.index,
        "id": check.id,
        "kind": check.kind,
        "status": check.status.value,
        "score": check.score,
        "weight": check.weight,
        "reason": check.reason,
        "evidence": [_evidence(one) for one in check.evidence],
        "evidence_error": check.evidence_error,
        "details": (details if nested else _encode(details)) if details else None,
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    return {
        "kind": evidence.kind,
        "text": evidence.text,
        "start": evidence.start,
        "end": evidence.end,
        "pointer": evidence.pointer,
        "call": evidence.call,
        "rater": evidence.rater,
    }


def read(data: object) -> VerdictFields:
    """Read what `written` wrote, nested or not; fields that a verdict has not are passed over.

    Raises:
        InvalidVerdict: it is something else.
    """
    _refuse_formats(data)
    _, ident, rubric, status, score, passed, grade, reason, coverage, checks, signature = _VERDICT.values(
        data, ()
    )
    results = tuple(_read_check(one, index) for index, one in enumerate(checks))
    if (score is None) is not (passed is None) or (score is None) is (status == "scored"):
        refuse(("status",), status, "scored beside a score and passed, or another status beside null in both")
    fields = VerdictFields(ident, rubric, status, _float(score), passed, reason, results, signature)
    if grade != grade_of(score):
        refuse(("grade",), grade, "five times the score")
    if coverage != _coverage(results):
        refuse(("coverage",), coverage, f"{json.dumps(_coverage(results))}, as the checks say")
    return fields


def _refuse_formats(data: object) -> None:
    """Refuse verdicts of other formats; what says of none is left to the table."""
    number = data.get("format") if isinstance(data, Mapping) else FORMAT
    if number != FORMAT and type(number) is int:
        what = "an earlier" if number < FORMAT else "a later"
        do = "grade the responses again" if number < FORMAT else "install that version"
        refuse(("format",), number, f"{FORMAT}; it was written by {what} version of checkwright: {do}")


def _read_check(data: object, position: int) -> CheckResult:
    path = ("checks", position)
    index, ident, kind, status, score, weight, reason, evidence, error, details = _CHECK.values(data, path)
    if index != position:
        refuse((*path, "index"), index, f"{position}, its position")
    if (score is None) is (status in _EXECUTED):
        refuse((*path, "score"), score, "a number for passed and failed, null for all others")
    return CheckResult(
        index=index,
        id=ident,
        kind=kind,
        status=_STATUSES[status],
        score=_float(score),
        weight=float(weight),
        reason=reason,
        evidence=tuple(
            _read_evidence(one, (*path, "evidence", number)) for number, one in enumerate(evidence)
        ),
        details=_read_details(details, (*path, "details")),
        evidence_error=error,
    )


def _read_evidence(data: object, path: Path) -> Evidence:
    kind, text, start, end, pointer, call, rater = _EVIDENCE.values(data, path)
    try:
        return Evidence(kind, text, start=start, end=end, pointer=pointer, call=call, rater=rater)
    except InvalidOutcome as error:
        raise InvalidVerdict(str(error), path) from None


def _read_details(data: Any, path: Path) -> dict[str, Any]:
    if data is None:
        return {}
    try:
        details = _decode(data) if isinstance(data, str) else jsonable(data)
    except (ValueError, TypeError, RecursionError):
        details = None
    if type(details) is not dict:
        refuse(path, data, "the JSON text of an object, or null")
    return details


def jsonable(data: Mapping[str, Any]) -> Any:
    """Return data as it would be read from its JSON.

    Raises:
        ValueError: JSON cannot hold it; also TypeError, RecursionError or what a mapping of its own raises.
    """
    return json.loads(_encode(dict(data)))


def _float(value: float | None) -> float | None:
    return None if value is None else float(value)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_encode = json.JSONEncoder(allow_nan=False).encode
_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
