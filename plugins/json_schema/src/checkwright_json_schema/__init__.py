"""Kind json_schema: the JSON of the reply fits a JSON Schema."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl

from .executor import engines, prepare, warn
from .spec import JsonSchema

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=JsonSchema, prepare=prepare, engines=engines, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[JsonSchema]]:
    """Offer the one kind of this package."""
    return [KIND]
