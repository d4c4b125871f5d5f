"""Kind format: the reply is written in a format that a machine reads."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import engines, prepare
from .spec import Format

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=Format, prepare=prepare, engines=engines)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[Format]]:
    """Offer the one kind of this package."""
    return [KIND]
