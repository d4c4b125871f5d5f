"""Say in one line how a verdict came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..wording import one_line
from .head import Head
from .outcome import Outcome, Status

__all__ = ["reason_of"]


def reason_of(head: Head, outcomes: Sequence[Outcome], score: float | None, *, responded: bool) -> str:
    """Write the reason line; errors and failures come first, since a long line is cut at its end.

    responded: whether there is a response.
    """
    by_status: dict[Status, list[str]] = {status: [] for status in Status}
    for (ident, kind, _), outcome in zip(head.checks, outcomes, strict=True):
        label = kind if outcome.status is Status.NOT_EXECUTABLE else ident or kind
        by_status[outcome.status].append(label or "check without a kind")
    parts = []
    if by_status[Status.ERROR]:
        first = next(outcome for outcome in outcomes if outcome.status is Status.ERROR)
        parts.append(f"error in {_counted(by_status[Status.ERROR])}: {one_line(first.reason, 160)}")
    if by_status[Status.FAILED]:
        parts.append(f"failed: {_counted(by_status[Status.FAILED])}")
    parts.append(_arithmetic(head, outcomes, score, responded))
    if by_status[Status.NOT_EXECUTABLE]:
        parts.append(f"not executable: {_counted(by_status[Status.NOT_EXECUTABLE])}")
    return one_line("; ".join(parts))


def _counted(labels: Sequence[str]) -> str:
    """Join labels, equal ones as `command x2`."""
    return ", ".join(
        label if number == 1 else f"{label} x{number}" for label, number in Counter(labels).items()
    )


def _arithmetic(head: Head, outcomes: Sequence[Outcome], score: float | None, responded: bool) -> str:
    total, executed = len(outcomes), sum(outcome.score is not None for outcome in outcomes)
    if not executed:
        missing = "nothing executed" if responded else "no response, nothing executed"
        return missing if total else "the rubric has no checks"
    passed = sum(outcome.status is Status.PASSED for outcome in outcomes)
    noun = "check" if total == 1 else "checks"
    done = f"{executed} of {total} {noun} executed"
    done += " and passed" if passed == executed else f", {passed} passed"
    if score is None:
        return f"{done} ({head.combine}), no score because of the error"
    if head.threshold is None:
        return f"{done} ({head.combine})"
    if _weightless(head, outcomes):
        return f"{done}; the weights of the executed checks sum to zero, which scores 0 ({head.combine})"
    return f"{done} ({head.combine} {score:.4g}, threshold {head.threshold:g})"


def _weightless(head: Head, outcomes: Sequence[Outcome]) -> bool:
    """Tell whether every executed check of a weighted mean counts nothing."""
    if head.combine != "weighted_avg":
        return False
    return not any(
        weight
        for (_, _, weight), outcome in zip(head.checks, outcomes, strict=True)
        if outcome.score is not None
    )
