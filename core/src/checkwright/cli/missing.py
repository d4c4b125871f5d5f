"""Ask a kind why it is not executed here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..closing import Closing
from ..compiler import toolbox_with
from ..errors import NotExecutable
from ..faults import described, isolated
from ..kind import Kind
from ..kinds import Kinds
from ..supplies import Supplies
from .printing import clean

__all__ = ["missing_of"]


def missing_of(kind: Kind[Any], kinds: Kinds, tools: Mapping[str, str]) -> tuple[str | None, str | None]:
    """Return why a kind is not executed here, None where it is; and why it cannot tell, None when it can.

    tools: programs that the run names.
    """
    closing = Closing()
    try:
        with isolated() as fault:
            why = kind.missing(toolbox_with(kinds, Supplies(tools=tools), closing, kind.name))
            return None if why is None else clean(str(why), 300), None
    finally:
        closing.close()
    with isolated():
        if isinstance(fault.error, NotExecutable):
            return clean(fault.error.reason, 300), None
    return None, described(fault.error)
