"""What a rubric wants, as criteria text for those who read: judges and people."""

from __future__ import annotations

from typing import Any

from ..contract.isolation import isolated
from ..kinds.kinds import Kinds
from ..wording import in_one_line
from .rubric import Rubric, RubricCheck

__all__ = ["criteria"]


def criteria(rubric: Rubric | None, *, kinds: Kinds, inline: str = "") -> str:
    """Return the criteria text of a question: its own, then one line for each check of its rubric, in order.

    A check's description is its line. Without one it is the stock sentence of its kind; most kinds have
    none, and the check adds nothing. Nothing else of a check is ever told. What an author wrote stays on
    one line: a run of line breaks and control characters in it becomes one space, and other characters
    that cannot be seen are escaped.

    rubric: None, or a disabled one, adds nothing.
    inline: what the question itself says; kept as it is.
    """
    lines: list[str] = []
    if rubric is not None and rubric.enabled:
        for check, document in zip(rubric.checks, rubric.to_dict()["checks"], strict=True):
            line = _line(document.get("description")) or _line(_stock(check, kinds))
            lines += [line] if line else []
    between = "\n" if lines and inline and not inline.endswith("\n") else ""
    return inline + between + "\n".join(lines)


def _stock(check: RubricCheck, kinds: Kinds) -> Any:
    """Return what the kind says of a valid check, whatever that is; None when it breaks."""
    kind = kinds.get(check.kind)
    if kind is None or kind.describe is None or check.spec is None:
        return None
    with isolated():
        return kind.describe(check.spec)
    return None


def _line(text: Any) -> str:
    """Return a text as one line, and "" for what says nothing."""
    return in_one_line(text).strip() if isinstance(text, str) else ""
