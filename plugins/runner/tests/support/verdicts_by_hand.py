"""Make the JSON of verdicts that no rubric gave, and the verdicts that it is read as."""

from dataclasses import asdict

from checkwright import Verdict

__all__ = ["SPAN_FIELDS", "check_data", "verdict_data", "verdict_of"]

#: What evidence of a span has beside its own fields.
SPAN_FIELDS = {"pointer": None, "call": None, "rater": None}
_SCORES = {"passed": 1.0, "failed": 0.0}


def check_data(status="failed", *places, index=0, ident=None, kind="test.kind", reason="a reason", **fields):
    """Give the JSON of a check; places: its evidence."""
    return {
        "index": index,
        "id": ident,
        "kind": kind,
        "status": status,
        "score": _SCORES.get(status),
        "weight": 1.0,
        "reason": reason,
        "evidence": [asdict(place) for place in places],
        "evidence_error": None,
        "details": None,
        **fields,
    }


def verdict_data(*checks, passed=True, ident="Q", rubric="rubric/t@1.0", reason="as it is", status="scored"):
    """Give the JSON of a verdict; its score is 1 where it passed and 0 where it failed."""
    score = float(passed) if status == "scored" else None
    return {
        "format": 2,
        "id": ident,
        "rubric": rubric,
        "status": status,
        "score": score,
        "passed": None if score is None else passed,
        "grade": None if score is None else 5 * score,
        "reason": reason,
        "coverage": {"executed": sum(one["score"] is not None for one in checks), "checks": len(checks)},
        "checks": [{**one, "index": index} for index, one in enumerate(checks)],
        "signature": "abc",
    }


def verdict_of(*checks, **fields):
    """Give the verdict."""
    return Verdict.from_dict(verdict_data(*checks, **fields))
