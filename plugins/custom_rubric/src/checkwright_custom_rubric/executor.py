"""Prepare a check: find what the judge is told and who judges, and say what is hardly meant."""

from __future__ import annotations

from collections.abc import Iterator

from checkwright import CheckError, Execute, Toolbox

from .spec import CustomRubric

__all__ = ["prepare", "warn"]


def prepare(spec: CustomRubric, toolbox: Toolbox) -> Execute:
    """Find the definition and the judge, and return what asks about a case.

    Raises:
        CheckError: the definition names too many fields.
        NotExecutable: the run has no judges, or none as the check wants it, or no evaluator of that name.
        ServiceError: the evaluator is there and cannot be used.
    """
    too_many = None if spec.definition is None else spec.definition.too_many_fields()
    if too_many is not None:
        raise CheckError(too_many.message, ("definition", *too_many.path))
    # Imported here: only a run that uses the kind needs what judges are asked with.
    from .judging import judging

    return judging(spec, toolbox)


def warn(spec: CustomRubric) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Warn of a threshold that nothing can miss."""
    if spec.threshold == 1:
        yield ("threshold",), "every score from 1 to 5 passes: the check tells nothing"
