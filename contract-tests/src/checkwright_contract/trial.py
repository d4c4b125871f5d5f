"""A trial: one check with one case, as plain data."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from checkwright import Case
from checkwright.wording import shown

__all__ = ["Trial", "json_line", "texts_in"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A check document with the case that it is executed on; JSON data, which executing never changes.

    rubrics: the rubric documents that the check may refer to.
    files: the files of the folder of the run, by POSIX path; without any the run has no folder.
    row: the further fields of the response row.
    supplied: what stand-ins of roles are told, by the names of row fields, such as `judge_replies`.
    """

    check: Mapping[str, Any]
    response: str | None
    question: Mapping[str, Any] = field(default_factory=dict)
    tool_calls: Sequence[Any] | None = None
    rubrics: Sequence[Mapping[str, Any]] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    row: Mapping[str, Any] = field(default_factory=dict)
    supplied: Mapping[str, Any] = field(default_factory=dict)

    def case(self) -> Case:
        """Make a new case of copies, which a kind may change."""
        question = copy.deepcopy(self.question) if self.question else {}
        calls = copy.deepcopy(self.tool_calls) if self.tool_calls else self.tool_calls
        if not self.row:
            return Case(self.response, question, calls)
        return Case(self.response, question, calls, row=copy.deepcopy(self.row))

    def on(self, other: Trial) -> Trial:
        """Return a trial with this check, in its run, and the case of another trial."""
        run = {name: getattr(self, name) for name in ("check", "rubrics", "files", "supplied")}
        return replace(other, **run)

    @property
    def size(self) -> int:
        """The length of the trial as text, by which the shortest of several is chosen."""
        rest = (self.check, self.question, self.tool_calls, self.rubrics, self.files, self.row, self.supplied)
        return len(self.response or "") + len(json.dumps(rest, default=str))

    def lines(self) -> list[str]:
        """Return the trial as text, one line for each part that it has."""
        lines = [f"check:    {json_line(self.check)}", f"response: {_quoted(self.response)}"]
        if self.question:
            lines.append(f"question: {json_line(self.question)}")
        if self.tool_calls is not None:
            lines.append(f"tools:    {json_line(self.tool_calls)}")
        if self.rubrics:
            lines.append(f"rubrics:  {json_line(self.rubrics)}")
        if self.files:
            lines.append(f"files:    {json_line(self.files)}")
        if self.row:
            lines.append(f"row:      {json_line(self.row)}")
        lines += [f"{name}: {json_line(value)}" for name, value in self.supplied.items()]
        return lines


def _quoted(response: str | None) -> str:
    if response is None:
        return "none (null)"
    length = "" if len(response) <= 200 else f" ({len(response):,} characters)"
    return shown(response, 200) + length


def json_line(value: Any) -> str:
    """Return a JSON value as one line of at most 400 characters."""
    text = json.dumps(value, default=repr)
    return text if len(text) <= 400 else f"{text[:397]}..."


def texts_in(value: Any) -> list[str]:
    """Return every text inside a JSON value, in order, keys left out."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for part in value.values() for text in texts_in(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in texts_in(part)]
    return []
