"""Kind target_match: the reply matches a reference answer of its question."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import describe, engines, prepare, warn
from .spec import TargetMatch

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=TargetMatch, prepare=prepare, describe=describe, engines=engines, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[TargetMatch]]:
    """Offer the one kind of this package."""
    return [KIND]
