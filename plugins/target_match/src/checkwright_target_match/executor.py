"""Execute target_match: read the references of the question, judge, keep what they were prepared into."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.paths import DotPath

from .equality import equality
from .references import read_references, unencodable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from checkwright import Case, Execute, Toolbox

    from .spec import TargetMatch

__all__ = ["describe", "engines", "prepare", "warn"]


def describe(spec: TargetMatch) -> str:  # noqa: ARG001 - it says nothing of the check's fields
    """Say what the check wants in one sentence for a judge, who is shown neither reference nor path."""
    return "The response matches the reference answer."


def engines() -> Mapping[str, str]:
    """Name what computes chrF."""
    from importlib.metadata import version

    return {"sacrebleu": version("sacrebleu")}


def warn(spec: TargetMatch) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Notice a threshold that nothing reads."""
    if spec.mode != "chrf" and "threshold" in spec.model_fields_set:
        yield ("threshold",), f"the threshold does nothing: the mode {spec.mode} has none, leave it out"


def prepare(spec: TargetMatch, toolbox: Toolbox) -> Execute:
    """Make what judges responses by a list of references; it is kept while the same references come again."""
    path = DotPath(spec.reference_path, field="reference_path")
    judgement = _judgement(spec, path, toolbox.limits.chrf_chars)
    latest: tuple[tuple[str, ...], Execute] | None = None

    def execute(case: Case) -> Outcome:
        nonlocal latest
        text = case.text
        references = read_references(path, case.question)
        known = latest
        if known is None or known[0] != references:
            known = latest = references, judgement(references)
        place = unencodable(text)
        if place is not None:
            return Outcome.judge(
                False, f"the response is not valid UTF-8: lone surrogate at character {place}"
            )
        return known[1](case)

    return execute


def _judgement(spec: TargetMatch, path: DotPath, most: int) -> Callable[[tuple[str, ...]], Execute]:
    """Return what makes the judgement of a check from its references.

    most: characters that chrF reads of the response, and of all references together.
    """
    if spec.mode != "chrf":
        return partial(equality, mode=spec.mode)
    # sacrebleu brings numpy and lxml with it.
    from .similarity import similarity

    def judgement(references: tuple[str, ...]) -> Execute:
        length = sum(map(len, references))
        if length > most:
            raise path.error(
                f"size limit: the references have {length:,} characters, chrF reads at most {most:,}"
            )
        return similarity(references, spec.threshold, most)

    return judgement
