"""Find the numbers of a response row that JSON does not have, and put null in the place of each."""

from __future__ import annotations

import math
from typing import Any

__all__ = ["is_finite", "put_nulls"]


def is_finite(value: Any) -> bool:
    """Tell whether no number in a value is NaN or infinite; the value is left as it is."""
    return not _places([value])


def put_nulls(fields: dict[str, Any]) -> str | None:
    """Put null in the place of every such number; return the first field that held one, None without any."""
    first: str | None = None
    for name, value in fields.items():
        within = [value]
        places = _places(within)
        for container, key in places:
            container[key] = None
        if places:
            fields[name] = within[0]
            first = name if first is None else first
    return first


def _places(root: list[Any]) -> list[tuple[Any, Any]]:
    """Return container and key of each such number, without recursion."""
    found: list[tuple[Any, Any]] = []
    left: list[Any] = [root]
    while left:
        container = left.pop()
        for key, value in container.items() if isinstance(container, dict) else enumerate(container):
            if isinstance(value, dict | list):
                left.append(value)
            elif isinstance(value, float) and not math.isfinite(value):
                found.append((container, key))
    return found
