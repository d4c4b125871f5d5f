"""Kind score_delta: a measure in a sandbox rises by as much as was asked for."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl
from checkwright_sandboxing.varies import VARIES

from .executor import describe, prepare
from .spec import ScoreDelta

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(
    spec=ScoreDelta, prepare=prepare, describe=describe, effects=frozenset({"file", "sandbox"}), varies=VARIES
)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[ScoreDelta]]:
    """Offer the one kind of this package."""
    return [KIND]
