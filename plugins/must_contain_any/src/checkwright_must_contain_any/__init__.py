"""Kind must_contain_any: the reply contains at least one of the values."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import describe, prepare, warn
from .spec import MustContainAny

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=MustContainAny, prepare=prepare, describe=describe, says=frozenset({"values"}), warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[MustContainAny]]:
    """Offer the one kind of this package."""
    return [KIND]
