"""Trial: one check with one case, as plain data; and what comes out of it, comparable."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from checkwright import Case
from checkwright.wording import shown

__all__ = ["Trial", "spelled", "strings_of"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A check document with the case that it is tried on; JSON-able data, never changed by a try.

    rubrics: the rubric documents that the check may refer to.
    """

    check: Mapping[str, Any]
    response: str | None
    question: Mapping[str, Any] = field(default_factory=dict)
    tool_calls: Sequence[Any] | None = None
    rubrics: Sequence[Mapping[str, Any]] = ()

    def case(self) -> Case:
        """Make the case anew, with copies that a kind may spoil."""
        question = copy.deepcopy(self.question) if self.question else {}
        calls = copy.deepcopy(self.tool_calls) if self.tool_calls else self.tool_calls
        return Case(self.response, question, calls)

    def on(self, other: Trial) -> Trial:
        """Return this trial's check with the case of another one."""
        return replace(other, check=self.check, rubrics=self.rubrics)

    @property
    def size(self) -> int:
        """How much there is to read, for choosing the shortest of several trials."""
        rest = (self.check, self.question, self.tool_calls, self.rubrics)
        return len(self.response or "") + len(json.dumps(rest, default=str))

    def lines(self) -> list[str]:
        """Spell the trial for a reader, one line for each part that it has."""
        lines = [f"check:    {spelled(self.check)}", f"response: {_quoted(self.response)}"]
        if self.question:
            lines.append(f"question: {spelled(self.question)}")
        if self.tool_calls is not None:
            lines.append(f"tools:    {spelled(self.tool_calls)}")
        if self.rubrics:
            lines.append(f"rubrics:  {spelled(self.rubrics)}")
        return lines


def _quoted(response: str | None) -> str:
    if response is None:
        return "none (null)"
    length = "" if len(response) <= 200 else f" ({len(response):,} characters)"
    return shown(response, 200) + length


def spelled(value: Any) -> str:
    """Write a JSON value on one line of at most 400 characters."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 400 else f"{text[:397]}..."


def strings_of(value: Any) -> list[str]:
    """Return every text inside a JSON value, in order, keys left out."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for part in value.values() for text in strings_of(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings_of(part)]
    return []
