"""Kind llm_judge: a criterion that judges read; it is not executed."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .spec import LlmJudge

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=LlmJudge, prepare=None, vocabulary="read by judges")


@hookimpl
def checkwright_kinds() -> Sequence[Kind[LlmJudge]]:
    """Offer the one kind of this package."""
    return [KIND]
