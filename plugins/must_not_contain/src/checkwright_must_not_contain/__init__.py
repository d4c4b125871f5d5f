"""Kind must_not_contain: the reply contains none of the values."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import describe, prepare, warn
from .spec import MustNotContain

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=MustNotContain, prepare=prepare, describe=describe, says=frozenset({"values"}), warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[MustNotContain]]:
    """Offer the one kind of this package."""
    return [KIND]
