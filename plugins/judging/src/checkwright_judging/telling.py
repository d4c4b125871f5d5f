"""Say what a judge said and took: reasons and details of outcomes."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from checkwright.wording import in_one_line, one_line, spaced

from .judge import JudgeFault, Usage
from .judges import Spent

__all__ = ["fault_reason", "number", "plus", "spent_details", "spoken", "total", "usage_dict"]

#: Characters of a judge's words in a reason, so that what stands before them is never cut.
_WORDS = 240
#: From here on numbers have exponents.
_LARGE = 1e15


def number(value: float) -> str:
    """Return a score as people write it: 4 for 4.0, at most four digits behind the point.

    A number of which nobody would write all digits is written with an exponent.
    """
    if abs(value) >= _LARGE:
        # A whole number may be too large for a float.
        return f"{Decimal(value):.3g}"
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def spoken(words: str) -> str:
    """Return a judge's words on one line, capped; each run of white space of any width is one space."""
    text = in_one_line(" ".join(spaced(words).split()))
    return text if len(text) <= _WORDS else f"{text[: _WORDS - 3]}..."


def fault_reason(profile: str, fault: JudgeFault) -> str:
    """Return why a judge gave nothing, in one line."""
    known = str(fault.kind)
    said = fault.message if known in fault.message else f"{known}: {fault.message}"
    return one_line(f"judge {profile}: {said}")


def usage_dict(usage: Usage | None) -> dict[str, int] | None:
    """Return tokens as JSON; None when no server told."""
    if usage is None:
        return None
    told = {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    return told if usage.reasoning_tokens is None else {**told, "reasoning_tokens": usage.reasoning_tokens}


def spent_details(spent: Spent) -> dict[str, Any]:
    """Return what an answer took, as details of an outcome."""
    return {
        "latency_ms": None if spent.latency_ms is None else round(spent.latency_ms, 1),
        "usage": usage_dict(spent.usage),
        "asks": spent.asks,
        "attempts": spent.attempts,
        "cached": spent.cached,
        "cost": spent.cost,
        "dropped_parameters": list(spent.dropped_parameters),
    }


def plus(one: Usage | None, other: Usage | None) -> Usage | None:
    """Return the tokens of two replies together."""
    if one is None or other is None:
        return one or other
    known = [usage.reasoning_tokens for usage in (one, other) if usage.reasoning_tokens is not None]
    return Usage(
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        sum(known) if known else None,
    )


def total(all_spent: list[Spent]) -> Spent:
    """Return what several answers took together; the latency is that of the slowest."""
    usage: Usage | None = None
    dropped: dict[str, None] = {}
    for one in all_spent:
        usage = plus(usage, one.usage)
        dropped |= dict.fromkeys(one.dropped_parameters)
    costs = [one.cost for one in all_spent if one.cost is not None]
    latencies = [one.latency_ms for one in all_spent if one.latency_ms is not None]
    return Spent(
        sum(one.asks for one in all_spent),
        sum(one.attempts for one in all_spent),
        usage,
        sum(costs) if costs else None,
        bool(all_spent) and all(one.cached for one in all_spent),
        tuple(dropped),
        max(latencies, default=None),
    )
