"""Kind command: a command in a sandbox ends well, or turns failing tests into passing ones."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl
from checkwright_sandboxing.varies import VARIES

from .executor import describe, prepare, warn
from .spec import Command

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(
    spec=Command,
    prepare=prepare,
    describe=describe,
    effects=frozenset({"file", "sandbox"}),
    varies=VARIES,
    warn=warn,
)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[Command]]:
    """Offer the one kind of this package."""
    return [KIND]
