"""Kind php_lint: the PHP in the reply has no syntax error."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import engines, missing, prepare, warn
from .spec import PhpLint

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(
    spec=PhpLint,
    prepare=prepare,
    effects=frozenset({"subprocess:php", "file"}),
    engines=engines,
    missing=missing,
    warn=warn,
)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[PhpLint]]:
    """Offer the one kind of this package."""
    return [KIND]
