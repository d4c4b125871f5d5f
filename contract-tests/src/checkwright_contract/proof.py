"""Test every law on a kind, with pytest or without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from checkwright import Kind
from checkwright.engine.for_proofs import CONTRACT
from checkwright.wording import did_you_mean

from .bench import Bench
from .breach import Breach, KnownGap, NotProven
from .effort import Effort, examples_from_environment, tools_are_required
from .examples import BadExamples, examples_of
from .judge import judge, judge_gap
from .law import Law
from .laws import LAWS
from .laws.behaviour import examples_come_out_as_written
from .toolboxes import Toolboxes

__all__ = ["Proof", "Result", "check_contract", "prove"]

#: The result of one law: broken, not testable here, a declared gap that is still open, or (None) kept.
Result: TypeAlias = Breach | NotProven | KnownGap | None


class Proof:
    """The laws on one kind, with its toolbox and its declared gaps.

    Raises:
        ValueError: the kind is made for another contract, a known gap names no law, Python runs with -O, or
            CHECKWRIGHT_EXAMPLES is no number.
    """

    def __init__(
        self, kind: Kind[Any], toolbox: Toolboxes | None = None, known_gaps: Sequence[KnownGap] = ()
    ) -> None:
        if kind.contract != CONTRACT:
            raise ValueError(
                f"{kind.name} is made for contract {kind.contract}, these are the laws of {CONTRACT}"
            )
        names = [law.name for law in LAWS]
        for gap in known_gaps:
            if gap.law not in names:
                hint = did_you_mean(gap.law, names)
                more = f", {hint}" if hint else f"; laws: {', '.join(names)}"
                raise ValueError(f"the known gap names no law: {gap.law!r}{more}")
        if not __debug__:
            raise ValueError("laws are assertions, which python -O leaves out: run without it")
        examples_from_environment()
        self.kind = kind
        self._toolbox = toolbox
        self._gaps = tuple(known_gaps)

    @cached_property
    def _bench(self) -> Bench | BadExamples:
        try:
            return Bench(self.kind, examples_of(self.kind), self._toolbox)
        except BadExamples as error:
            return error

    def of(self, law: Law, effort: Effort | None = None) -> Result:
        """Test one law on the kind."""
        bench = self._bench
        if isinstance(bench, BadExamples):
            if law.holds is examples_come_out_as_written:
                return Breach(self.kind.name, law.name, law.says, f"the examples are refused: {bench}")
            return NotProven(self.kind.name, law.name, "its examples are refused")
        gaps = [gap for gap in self._gaps if gap.law == law.name]
        closed = [breach for gap in gaps if (breach := judge_gap(law, bench, gap)) is not None]
        if gaps:
            return closed[0] if closed else gaps[0]
        result = judge(law, bench, effort)
        if isinstance(result, NotProven) and result.cannot_run and tools_are_required():
            return Breach(self.kind.name, law.name, law.says, f"not proven: {result.reason}")
        return result


def prove(
    kind: Kind[Any],
    *,
    toolbox: Toolboxes | None = None,
    known_gaps: Sequence[KnownGap] = (),
    effort: Effort | None = None,
) -> Iterator[tuple[Law, Result]]:
    """Yield every law with its result for a kind; each is tested when it is reached.

    toolbox: the toolbox for the examples, or a function that makes it from the rubrics of a row.
    known_gaps: deviations that are declared, each with its witness.
    """
    proof = Proof(kind, toolbox, known_gaps)
    return ((law, proof.of(law, effort)) for law in LAWS)


def check_contract(
    kind: Kind[Any],
    *,
    toolbox: Toolboxes | None = None,
    known_gaps: Sequence[KnownGap] = (),
    effort: Effort | None = None,
) -> tuple[Breach, ...]:
    """Return the breaches of all laws that a kind breaks, () when it breaks none; no pytest needed."""
    results = prove(kind, toolbox=toolbox, known_gaps=known_gaps, effort=effort)
    return tuple(result for _, result in results if isinstance(result, Breach))
