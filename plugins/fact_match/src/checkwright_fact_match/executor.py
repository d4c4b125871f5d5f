"""Execute fact_match: read the facts of the question, and judge the response by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkwright import CheckError, Outcome
from checkwright.paths import DotPath
from checkwright.wording import one_line, shown

from .source import read_facts
from .spec import DEFAULT_SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkwright import Case, Execute, Toolbox

    from .facts import Fact
    from .spec import FactMatch

__all__ = ["prepare", "warn"]


def warn(spec: FactMatch) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Notice a check that nothing can fail."""
    if spec.threshold == 0:
        yield ("threshold",), "the threshold is 0: every response passes, whatever facts it states"


def prepare(spec: FactMatch, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Make what looks for facts; they are kept prepared while the same ones come again."""
    # With them the patterns of all notations are compiled, which takes longer than to load a kind.
    from .facts import make_fact
    from .judgement import judge

    path = DotPath(spec.source, field="source")
    by_default = "source" not in spec.model_fields_set
    least = spec.threshold
    latest: tuple[tuple[str, ...], Sequence[Fact]] | None = None
    absent = Outcome.not_executable(f"the question has no {DEFAULT_SOURCE}")
    nothing = Outcome.not_executable(one_line(f"{shown(spec.source)} is empty: no facts are expected"))

    def execute(case: Case) -> Outcome:
        nonlocal latest
        # A case without a response has nothing to look at, whatever its question.
        _ = case.text
        if by_default and case.question.get(DEFAULT_SOURCE) is None:
            return absent
        try:
            texts = read_facts(path, path.value(case.question))
        except CheckError as error:
            if not by_default:
                raise
            # A check without the field has no place that the error could lead to.
            return Outcome.judge(False, error.message)
        if not texts:
            return nothing
        known = latest
        if known is None or known[0] != texts:
            known = latest = texts, [make_fact(text) for text in texts]
        return judge(known[1], least, case)

    return execute
