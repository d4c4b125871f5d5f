"""Say in a reason which values were found, or not."""

import json
from collections.abc import Iterable, Sequence

from ..wording import in_one_line, shown, spaced

__all__ = ["lacking", "named", "quoted"]


def named(values: Sequence[str], most: int = 5) -> str:
    """Return values named for a reason: each quoted and cut, past `most` how many more there are."""
    text = ", ".join(shown(value, 40 if len(values) > 1 else 100) for value in values[:most])
    return text if len(values) <= most else f"{text} and {len(values) - most} more"


def lacking(values: Sequence[str], most: int = 5) -> str:
    """Return the words for a reason that the response contains none of the values."""
    return (
        f"contains none of {named(values, most)}" if len(values) > 1 else f"does not contain {named(values)}"
    )


def quoted(values: Iterable[str]) -> str:
    """Return values quoted for a criteria sentence: whole, as JSON, on one line as `in_one_line`."""
    return ", ".join(in_one_line(json.dumps(spaced(value), ensure_ascii=False)) for value in values)
