"""What a tool answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Result"]


@dataclass(frozen=True, slots=True)
class Result:
    """What one call gave back.

    id: of the call; None when the record does not say it.
    name: of the tool, as the result or else the call with its id says it; None when neither does.
    value: a text, or JSON where the tool answered in JSON; the list of parts as recorded where there are
        several and not all are texts; None when there is nothing.
    text: the value as text: of parts the texts, one a line; of JSON its text; "" for None.
    is_error: whether the record says that the call failed; the value is then what it says of that.
    """

    id: str | None
    name: str | None
    value: Any
    text: str
    is_error: bool = False
