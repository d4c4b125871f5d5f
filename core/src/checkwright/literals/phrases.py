"""Say in a reason which values were found, or not."""

import json
from collections.abc import Iterable, Sequence

from ..wording import _CONTROL, in_one_line, shown

__all__ = ["lacking", "named", "quoted"]


def named(values: Sequence[str], most: int = 5) -> str:
    """Name values in a reason: each quoted and cut, past `most` how many more there are."""
    text = ", ".join(shown(value, 40 if len(values) > 1 else 100) for value in values[:most])
    return text if len(values) <= most else f"{text} and {len(values) - most} more"


def lacking(values: Sequence[str], most: int = 5) -> str:
    """Say in a reason that the response contains none of the values."""
    return (
        f"contains none of {named(values, most)}" if len(values) > 1 else f"does not contain {named(values)}"
    )


def quoted(values: Iterable[str]) -> str:
    """Quote values in a criteria sentence: whole, as JSON, on one line as `in_one_line` gives it."""
    return ", ".join(
        in_one_line(json.dumps(_CONTROL.sub(" ", value), ensure_ascii=False)) for value in values
    )
