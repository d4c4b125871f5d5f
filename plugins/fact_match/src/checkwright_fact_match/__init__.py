"""Kind fact_match: the reply states the facts that its question expects."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import prepare, warn
from .spec import FactMatch

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=FactMatch, prepare=prepare, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[FactMatch]]:
    """Offer the one kind of this package."""
    return [KIND]
