"""Execute fact_match: read the facts of the question, look for each, say which are missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from checkwright import CheckError, Evidence, Outcome
from checkwright.paths import DotPath
from checkwright.wording import listed, one_line, shown

from .facts import Fact, is_found, make_fact, nearest, places
from .source import read_facts
from .spec import DEFAULT_SOURCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkwright import Case, Execute, Toolbox

    from .spec import FactMatch

__all__ = ["prepare", "warn"]

#: A share that misses the threshold by less has only lost it in floating point.
_TOLERANCE = 1e-9


def warn(spec: FactMatch) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Notice a check that nothing can fail."""
    if spec.threshold == 0:
        yield ("threshold",), "the threshold is 0: every response passes, whatever facts it states"


def prepare(spec: FactMatch, toolbox: Toolbox) -> Execute:  # noqa: ARG001 - the contract of prepare
    """Make what looks for facts; they are kept prepared while the same ones come again."""
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
        return _judge(known[1], least, case)

    return execute


def _judge(facts: Sequence[Fact], least: float, case: Case) -> Outcome:
    missing = [fact for fact in facts if not is_found(fact, case)]
    found = len(facts) - len(missing)
    share = found / len(facts)
    passed = share >= least - _TOLERANCE
    return Outcome.judge(
        passed,
        _reason(facts, missing, least, case),
        share,
        locate=partial(_locate, facts) if found else None,
    )


def _reason(facts: Sequence[Fact], missing: Sequence[Fact], least: float, case: Case) -> str:
    if not missing:
        what = f"the fact {shown(facts[0].text)}" if len(facts) == 1 else f"all {len(facts)} facts"
        return one_line(f"found {what} (lexical)")
    count = len(facts) - len(missing)
    counted = f"found {count} of {len(facts)} fact{'' if len(facts) == 1 else 's'} (lexical)"
    wanted = "" if least == 1 else f", a share of {least:g} passes"
    near = nearest(missing[0], case)
    hint = "" if near is None else f"; of {shown(missing[0].text, 40)}: {near}"
    named = listed([fact.text for fact in missing], 3)
    return one_line(f"{counted}{wanted}; missing: {named}"[: 300 - len(hint)] + hint)


def _locate(facts: Sequence[Fact], case: Case) -> tuple[Evidence, ...]:
    return tuple(Evidence.span(case.text, start, end) for start, end in places(facts, case))
