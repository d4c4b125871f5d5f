"""How long a server asks to wait."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime

__all__ = ["seconds_to_wait"]


def seconds_to_wait(headers: Mapping[str, str], now: Callable[[], float]) -> float | None:
    """Return the seconds that a response asks to wait, 0 or more; None when it asks nothing that can be read.

    headers: names in lower case. now: seconds since 1970, for dates.
    Source: RFC 9110, section 10.2.3; `retry-after-ms` is what OpenAI and Azure add.
    """
    exact = _number(headers.get("retry-after-ms", ""))
    if exact is not None:
        return max(exact / 1000, 0.0)
    told = headers.get("retry-after", "")
    seconds = _number(told)
    if seconds is None:
        until = _date(told)
        seconds = None if until is None else until - now()
    return None if seconds is None else max(seconds, 0.0)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _date(text: str) -> float | None:
    try:
        date = parsedate_to_datetime(text)
        return (date if date.tzinfo is not None else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
