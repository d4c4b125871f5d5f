"""JudgeTally: what the judges of a run were asked and took, by check."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from checkwright import Verdict
from checkwright.wording import counted, shown

__all__ = ["JudgeTally"]

#: What tells that details are those of a judgement.
_JUDGED = ("asks", "attempts", "cached")


@dataclass(slots=True)
class _Line:
    """What the judges of one check, or of all, took."""

    judgements: int = 0
    cached: int = 0
    asks: int = 0
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, details: Mapping[str, Any]) -> None:
        self.judgements += 1
        self.cached += details["cached"] is True
        self.asks += _whole(details["asks"])
        self.requests += _whole(details["attempts"])
        usage = details.get("usage")
        if isinstance(usage, Mapping):
            self.input_tokens += _whole(usage.get("input_tokens"))
            self.output_tokens += _whole(usage.get("output_tokens"))
        cost = details.get("cost")
        if isinstance(cost, int | float) and not isinstance(cost, bool):
            self.cost = (self.cost or 0.0) + cost
        fault = details.get("fault")
        self.faults.update([fault] if isinstance(fault, str) else [])
        judges = details.get("judges")
        if isinstance(fault, str) or not isinstance(judges, Sequence):
            return
        lost = (one.get("fault") for one in judges if isinstance(one, Mapping))
        self.faults.update(one for one in lost if isinstance(one, str))

    def to_dict(self) -> dict[str, Any]:
        return {
            "judgements": self.judgements,
            "cached": self.cached,
            "asks": self.asks,
            "requests": self.requests,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "cost": self.cost,
            "faults": dict(sorted(self.faults.items())),
        }

    def said(self) -> str:
        parts = [counted(self.requests, "call")]
        if self.cached:
            parts.append(f"{self.cached:,} from memory")
        parts.append(f"{self.input_tokens:,} + {self.output_tokens:,} tokens")
        if self.cost is not None:
            parts.append(f"cost {self.cost:.4g}")
        parts += [f"{fault} {number:,}" for fault, number in sorted(self.faults.items())]
        return ", ".join(parts)


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


class JudgeTally:
    """Adds up what judgements say of themselves in their details; see the runner's Tally.

    is_estimate: whether nothing was asked, so that requests and tokens are what asking would take.
    """

    def __init__(self, *, is_estimate: bool = False) -> None:
        self._is_estimate = is_estimate
        self._all = _Line()
        self._by_check: dict[tuple[str, str], _Line] = {}

    def add(self, verdict: Verdict) -> None:
        """Add the judgements of a row."""
        for result in verdict.checks:
            name = result.id or f"{result.kind} {result.index}"
            for details in _judgements(result.details):
                self._all.add(details)
                place = verdict.rubric or "", name
                self._by_check.setdefault(place, _Line()).add(details)

    def progress(self) -> str:
        """Return what was asked so far, in a few words."""
        return self._all.said()

    def lines(self) -> Sequence[str]:
        """Return what the judges took, over all and by check."""
        if not self._all.judgements:
            return ["judges: nothing to ask"] if self._is_estimate else []
        head = "judges would take" if self._is_estimate else "judges"
        most = " at most, if every first reply can be read" if self._is_estimate else ""
        lines = [f"{head}: {self._all.said()}{most}"]
        if len(self._by_check) > 1:
            lines += [
                f"  {rubric} {shown(name)}: {one.said()}" for (rubric, name), one in self._by_check.items()
            ]
        return lines

    def to_dict(self) -> Mapping[str, Any]:
        """Return it as JSON, for the summary."""
        checks = [
            {"rubric": rubric, "check": name, **one.to_dict()}
            for (rubric, name), one in self._by_check.items()
        ]
        return {"judges": {**self._all.to_dict(), "checks": checks}}


def _judgements(details: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the details of each judgement, those inside sub-verdicts too."""
    if isinstance(details, str):
        # As a line of verdicts has them.
        with contextlib.suppress(ValueError, RecursionError):
            details = json.loads(details)
    if not isinstance(details, Mapping):
        return
    if all(name in details for name in _JUDGED):
        yield details
        return
    checks = details.get("checks")
    for part in checks if isinstance(checks, list | tuple) else ():
        # A composite tells the verdict of its rubric.
        yield from _judgements(part.get("details") if isinstance(part, Mapping) else None)
