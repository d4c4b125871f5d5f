"""Kind llm_judge: a panel of judges grades a reply by a prompt."""

from collections.abc import Sequence

from checkwright import Kind, hookimpl
from checkwright_judging.varies import VARIES

from .executor import prepare, warn
from .spec import LlmJudge

__all__ = ["KIND", "checkwright_kinds"]

KIND = Kind(spec=LlmJudge, prepare=prepare, effects=frozenset({"judge"}), varies=VARIES, warn=warn)


@hookimpl
def checkwright_kinds() -> Sequence[Kind[LlmJudge]]:
    """Offer the one kind of this package."""
    return [KIND]
