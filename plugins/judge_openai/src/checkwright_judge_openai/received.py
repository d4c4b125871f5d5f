"""What came back from a server, and how JSON of it is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Received", "inner", "text_or_none"]


@dataclass(frozen=True, slots=True)
class Received:
    """A response as it came.

    headers: names in lower case. body: as far as it was read; cut: whether there was more.
    encoding: how it is compressed, against our wish; "" when it is not.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes
    cut: bool = False
    encoding: str = ""

    @property
    def text(self) -> str:
        """The body as text; bytes that are no UTF-8 are replaced."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the body as JSON.

        Raises:
            ValueError: it is none, or is nested too deep to be read.
        """
        try:
            return json.loads(self.body.decode("utf-8-sig"))
        except RecursionError:
            raise ValueError("it is nested too deep") from None


def inner(value: Any, *names: str) -> Any:
    """Return what stands at these names inside nested objects; None where there is nothing."""
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def text_or_none(value: Any) -> str | None:
    """Return a text that is not blank; None for anything else."""
    return value if isinstance(value, str) and value.strip() else None
