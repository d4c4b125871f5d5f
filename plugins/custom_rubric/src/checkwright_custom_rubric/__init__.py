"""Kind custom_rubric: a judge grades a reply by a criterion and a scale of 1 to 5."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl
from checkwright_judging.varies import VARIES

from .executor import prepare, warn
from .spec import CustomRubric

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=CustomRubric, prepare=prepare, effects=frozenset({"judge"}), varies=VARIES, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[CustomRubric]]:
    """Offer the one kind of this package."""
    return [KIND]
