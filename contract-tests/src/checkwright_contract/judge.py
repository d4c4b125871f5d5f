"""Hold one law against one kind, and say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from .bench import Bench
from .breach import Breach, KnownGap, NotProven
from .draws import for_each
from .effort import Effort
from .examples import Row
from .law import Law, Over, Unproven
from .sources.trials import broken_checks, checks, extreme_trials, trials
from .trial import Trial

__all__ = ["Judgement", "judge", "judge_gap"]

#: A law is broken, cannot be proven here, or (None) is kept.
Judgement: TypeAlias = Breach | NotProven | None


def judge(law: Law, bench: Bench, effort: Effort | None = None) -> Judgement:
    """Hold a law against a kind: on the examples, the extremes and what is drawn.

    A law that saw no passed or no failed outcome proves nothing and counts as broken ("vacuous"); a kind
    that cannot run here is not proven.
    """
    effort = effort or Effort()
    kind = bench.kind
    if law.executes and bench.executes and bench.idle is not None:
        return NotProven(kind.name, law.name, f"the kind cannot run here: {bench.idle}", cannot_run=True)
    bench.forget()
    seed, count = effort.seed_for(kind.name, law.name), effort.count(effects=bool(kind.effects))
    failures = _Failures(law, bench)
    try:
        if law.over in (Over.TRIALS, Over.CHECKS):
            broken = failures.first_of(_given(law, bench))
            if not broken or effort.shrink:
                drawn: Any = trials(bench) if law.over is Over.TRIALS else checks(bench)
                for_each(drawn, failures.hold, count=count, seed=seed, shrink=effort.shrink)
        elif law.over is Over.BATCH:
            batch = list(_given(law, bench))
            for_each(trials(bench), batch.append, count=count, seed=seed, shrink=False)
            failures.first_of([batch])
        else:
            failures.first_of(bench.rows if law.over is Over.ROWS else [None])
    except Unproven as error:
        return NotProven(kind.name, law.name, str(error))
    return failures.breach(effort.seed) or _vacuous(law, bench, effort.seed)


def judge_gap(law: Law, bench: Bench, gap: KnownGap) -> Breach | None:
    """Hold a law against the witness of a declared gap: it must break there, or the gap is closed."""
    bench.forget()
    failures, witness = _Failures(law, bench), gap.witness
    if witness is None or law.over is Over.KIND:
        failures.first_of(
            bench.rows
            if law.over is Over.ROWS
            else _given(law, bench)
            if law.over is not Over.KIND
            else [None]
        )
    elif law.over is Over.ROWS:
        failures.first_of(row for row in bench.rows if row.trial == witness)
    else:
        failures.first_of(
            [[witness] if law.over is Over.BATCH else witness.check if law.over is Over.CHECKS else witness]
        )
    if failures.shortest is not None:
        return None
    message = f"the known gap is closed, or its witness does not show it: take KnownGap({gap.reason!r}) away"
    return Breach(bench.kind.name, law.name, law.says, message, witness)


class _Failures:
    """Holds a law against examples, and remembers the shortest one that broke it."""

    def __init__(self, law: Law, bench: Bench) -> None:
        self._law, self._bench = law, bench
        self.shortest: tuple[int, Any, str] | None = None

    def hold(self, example: Any) -> None:
        """Hold the law against one example; remember it and raise AssertionError when it breaks."""
        holds: Callable[..., None] = self._law.holds
        try:
            holds(self._bench) if self._law.over is Over.KIND else holds(self._bench, example)
        except AssertionError as error:
            shown = next((one for one in error.args[1:] if isinstance(one, Trial)), _shown(example))
            size = shown.size if isinstance(shown, Trial) else len(repr(shown))
            if self.shortest is None or size <= self.shortest[0]:
                self.shortest = (size, shown, str(error.args[0] if error.args else "").partition("\n")[0])
            raise

    def first_of(self, examples: Iterable[Any]) -> bool:
        """Hold the law against examples until one breaks it; tell whether one did."""
        for example in examples:
            try:
                self.hold(example)
            except AssertionError:
                return True
        return False

    def breach(self, seed: int) -> Breach | None:
        """Give the breach that the shortest failure shows."""
        if self.shortest is None:
            return None
        _, shown, message = self.shortest
        trial = shown if isinstance(shown, Trial) else None
        check = None if trial is not None else shown
        return Breach(self._bench.kind.name, self._law.name, self._law.says, message, trial, check, seed)


def _shown(example: Any) -> Any:
    """Give what a reader wants to see of an example: a trial, a check document or nothing."""
    if isinstance(example, Row):
        return example.trial
    return None if isinstance(example, list) else example


def _given(law: Law, bench: Bench) -> Iterable[Any]:
    """Give what every run looks at, whatever is drawn."""
    if law.over is Over.CHECKS:
        yield from bench.checks
        yield from broken_checks(bench)
    else:
        yield from (row.trial for row in bench.rows)
        yield from extreme_trials(bench)


def _vacuous(law: Law, bench: Bench, seed: int) -> Breach | None:
    """Say what a law would have to have seen; vocabulary must not have been executed at all."""
    executed = ("passed", "failed")
    if bench.executes:
        missing = [one for one in law.needs if not bench.seen[one]]
        message = f"vacuous: saw nothing {' and nothing '.join(missing)}: add rows to the examples"
    else:
        missing = [one for one in executed if bench.seen[one]]
        message = "the kind is vocabulary, and still it was executed"
    return Breach(bench.kind.name, law.name, law.says, message, seed=seed) if missing else None
