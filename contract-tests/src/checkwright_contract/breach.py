"""Results of a law: Breach and NotProven; and KnownGap, a deviation that the author of a kind declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .effort import examples_from_environment
from .trial import Trial, json_line

__all__ = ["Breach", "KnownGap", "NotProven"]


@dataclass(frozen=True, slots=True)
class Breach:
    """A law is broken; `str()` shows check, response, and what was found and expected.

    kind: the kind's name, or "engine".
    law: the law's name; says: the law in words.
    message: one sentence: what was found, what was expected.
    trial: the shortest check and case that was found to break the law; None when the law is not about cases.
    document: the check document, for a law about documents; the rubric, for a law of the engine.
    seed: the seed that draws the same examples again.
    """

    kind: str
    law: str
    says: str
    message: str
    trial: Trial | None = None
    document: Mapping[str, Any] | None = None
    seed: int = 0
    #: The number of examples that the environment set, to repeat the draw; None when it set none.
    examples: int | None = field(default_factory=examples_from_environment, compare=False)
    #: Whether the law found no fault only because it saw too little.
    is_vacuous: bool = False

    def __str__(self) -> str:
        lines = [
            f"{self.kind} breaks the law {self.law}",
            f"law:      {self.says}",
            f"broken:   {self.message}",
        ]
        if self.trial is not None:
            lines += self.trial.lines()
        elif self.document is not None:
            lines.append(
                f"{'check: ' if 'kind' in self.document else 'rubric:'}   {json_line(self.document)}"
            )
        if self.seed:
            told = f"CHECKWRIGHT_EXAMPLES={self.examples} " if self.examples else ""
            lines.append(f"repeat:   {told}pytest --checkwright-seed={self.seed}")
        return "\n  ".join(lines)


@dataclass(frozen=True, slots=True)
class NotProven:
    """A law could not be tested here; `reason` says why.

    cannot_run: whether the kind lacks a tool here, which is a failure under CHECKWRIGHT_REQUIRE_TOOLS=1.
    """

    kind: str
    law: str
    reason: str
    cannot_run: bool = False

    def __str__(self) -> str:
        return f"{self.kind}: not proven: {self.law}: {self.reason}"


@dataclass(frozen=True, slots=True)
class KnownGap:
    """A deviation from one law, declared with a witness; the law must still be broken there.

    law: the law's name, such as "score_is_between_0_and_1".
    reason: why the kind deviates.
    check, response, question, tool_calls, rubrics, files, row, supplied: the witness; without a check the law
        is tested on the kind as a whole. supplied: what rows tell stand-ins of roles, such as judge_replies.

    When the law is not broken there any more, its test fails, until the declaration is removed.
    """

    law: str
    reason: str
    check: Mapping[str, Any] | None = None
    response: str | None = ""
    question: Mapping[str, Any] | None = None
    tool_calls: Sequence[Any] | None = None
    rubrics: Sequence[Mapping[str, Any]] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    row: Mapping[str, Any] = field(default_factory=dict)
    supplied: Mapping[str, Any] = field(default_factory=dict)

    @property
    def witness(self) -> Trial | None:
        """The trial that shows the gap."""
        if self.check is None:
            return None
        case = (self.response, self.question or {}, self.tool_calls)
        return Trial(self.check, *case, self.rubrics, self.files, self.row, self.supplied)
