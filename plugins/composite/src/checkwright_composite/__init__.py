"""Kind composite: the reply passes another rubric."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import prepare
from .spec import Composite

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=Composite, prepare=prepare)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[Composite]]:
    """Offer the one kind of this package."""
    return [KIND]
