"""Prepare a check: find the prompt and the panel, and say what is hardly meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from checkwright import CheckError, Execute, Toolbox
from checkwright.wording import shown
from checkwright_judging.documents.prompt_refs import JUDGE_REF_PATTERN

from .spec import LlmJudge, PanelJudge

__all__ = ["prepare", "warn"]


def prepare(spec: LlmJudge, toolbox: Toolbox) -> Execute:
    """Find the prompt and the judges, and return what asks them about a case.

    Raises:
        CheckError: a judge stands there twice, or more must answer than are asked.
        NotExecutable: the run has no judges, or none as the check wants them, or no such prompt.
        ServiceError: the prompt is there and cannot be used.
    """
    mistakes = list(_mistakes(spec))
    if mistakes:
        raise CheckError.of(mistakes)
    # Imported here: only a run that uses the kind needs what judges are asked with.
    from .panel import panel

    return panel(spec, toolbox)


def _mistakes(spec: LlmJudge) -> Iterator[CheckError]:
    seen: set[tuple[str, str | None]] = set()
    for index, judge in enumerate(spec.judges):
        pair = (judge.profile, judge.model) if isinstance(judge, PanelJudge) else (judge, None)
        if pair in seen:
            named = shown(pair[0]) if pair[1] is None else f"{shown(pair[0])} with {shown(pair[1])}"
            yield CheckError(f"the judge {named} stands there twice: remove one", ("judges", index))
        seen.add(pair)
    if spec.min_judges is not None and spec.min_judges > len(spec.judges):
        message = (
            f"{spec.min_judges} judges must answer and {len(spec.judges)} are asked: ask more, or lower it"
        )
        yield CheckError(message, ("min_judges",))


def warn(spec: LlmJudge) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of a threshold that nothing can miss, and of a reference that leads to no prompt of ours."""
    if re.fullmatch(JUDGE_REF_PATTERN, spec.judge_prompt_ref) is None:
        message = (
            f"{shown(spec.judge_prompt_ref)} is not of the form judge/<id>@<version>, and leads to no prompt"
        )
        yield ("judge_prompt_ref",), message
    if spec.threshold == 0:
        yield ("threshold",), "a score of 0 passes too, so the check tells nothing"
