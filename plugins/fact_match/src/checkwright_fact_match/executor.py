"""Execute fact_match: read the facts of the question, and score the response by those that it states."""

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
    """Warn of a threshold that every response meets."""
    if spec.threshold == 0:
        yield ("threshold",), "the threshold is 0: every response passes, whatever facts it states"


def prepare(spec: FactMatch, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Return the function that looks for facts; the facts of the last question stay prepared."""
    # Imported here: they compile the patterns of all notations, which takes longer than loading the kind.
    from .facts import make_fact
    from .score import score

    path = DotPath(spec.source, field="source")
    by_default = "source" not in spec.model_fields_set
    least = spec.threshold
    latest: tuple[tuple[str, ...], Sequence[Fact]] | None = None
    absent = Outcome.not_executable(f"the question has no {DEFAULT_SOURCE}")
    nothing = Outcome.not_executable(one_line(f"{shown(spec.source)} is empty: no facts are expected"))

    def execute(case: Case) -> Outcome:
        nonlocal latest
        # Raises NotExecutable when the case has no response, before the question is read.
        _ = case.text
        if by_default and case.question.get(DEFAULT_SOURCE) is None:
            return absent
        try:
            texts = read_facts(path, path.value(case.question))
        except CheckError as error:
            if not by_default:
                raise
            # The error would name the field `source`, which this check does not have.
            return Outcome.judge(False, error.message)
        if not texts:
            return nothing
        known = latest
        if known is None or known[0] != texts:
            known = latest = texts, [make_fact(text) for text in texts]
        return score(known[1], least, case)

    return execute
