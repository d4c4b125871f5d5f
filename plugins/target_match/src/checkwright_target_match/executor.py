"""Execute target_match: read the references of the question, and compare the response with them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import Outcome
from checkwright.paths import DotPath

from .equality import prepare_equality
from .references import lone_surrogate, read_references

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from checkwright import Case, Execute, Toolbox

    from .spec import TargetMatch

__all__ = ["describe", "engines", "prepare", "warn"]


def describe(spec: TargetMatch) -> str:  # noqa: ARG001 - it shows no field of the check
    """Return the criterion for a judge in one sentence, which shows neither reference nor path."""
    return "The response matches the reference answer."


def engines() -> Mapping[str, str]:
    """Return the name and version of the library that computes chrF."""
    from importlib.metadata import version

    return {"sacrebleu": version("sacrebleu")}


def warn(spec: TargetMatch) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of a threshold that the chosen mode does not use, and of one that nothing misses."""
    if spec.mode != "chrf" and "threshold" in spec.model_fields_set:
        yield ("threshold",), f"the threshold does nothing: the mode {spec.mode} has none, leave it out"
    elif spec.mode == "chrf" and spec.threshold == 0:
        yield ("threshold",), "nothing misses the threshold 0: every response passes, whatever it says"


def prepare(spec: TargetMatch, toolbox: Toolbox) -> Execute:
    """Return the function that compares responses; the references of the last question stay prepared."""
    path = DotPath(spec.reference_path, field="reference_path")
    prepare_references = _preparer(spec, path, toolbox.limits.chrf_chars)
    kept: tuple[tuple[str, ...], Execute] | None = None

    def execute(case: Case) -> Outcome:
        nonlocal kept
        text = case.text
        references = read_references(path, case.question)
        current = kept
        if current is None or current[0] != references:
            current = kept = references, prepare_references(references)
        place = lone_surrogate(text)
        if place is not None:
            return Outcome.judge(
                False, f"the response is not valid UTF-8: lone surrogate at character {place}"
            )
        return current[1](case)

    return execute


def _preparer(spec: TargetMatch, path: DotPath, most: int) -> Callable[[tuple[str, ...]], Execute]:
    """Return the function that prepares the comparison with a list of references.

    most: characters that chrF reads of the response, and of all references together.
    """
    if spec.mode != "chrf":
        return partial(prepare_equality, mode=spec.mode)
    # Imported here, since sacrebleu imports numpy and lxml.
    from .similarity import prepare_similarity

    def prepare_references(references: tuple[str, ...]) -> Execute:
        length = sum(map(len, references))
        if length > most:
            raise path.error(
                f"size limit: the references have {length:,} characters, chrF reads at most {most:,}"
            )
        return prepare_similarity(references, spec.threshold, most)

    return prepare_references
