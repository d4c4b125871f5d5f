"""Test one law on one kind or engine, and return the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

from .bench import Bench
from .breach import Breach, KnownGap, NotProven
from .drawn_examples import DrawnExamples
from .effort import Effort
from .engine import Engine
from .failures import Failures
from .law import Law, Over, Unproven
from .sources.scenarios import fixed_scenarios, scenarios
from .sources.trials import broken_checks, extreme_trials

__all__ = ["Judgement", "judge", "judge_engine", "judge_gap"]

T = TypeVar("T")

#: The law is broken, cannot be tested here, or (None) is kept.
Judgement: TypeAlias = Breach | NotProven | None


def judge(law: Law, bench: Bench, effort: Effort | None = None) -> Judgement:
    """Test a law on a kind: on its examples, on extreme replies and on drawn examples.

    A law that saw no passed or no failed outcome shows nothing and counts as broken ("vacuous"). The result
    for a kind that cannot run here is NotProven.
    """
    bench = bench.for_rows if law.over is Over.ROWS else bench
    try:
        return _judge(law, bench, effort or Effort())
    finally:
        bench.close()


def _judge(law: Law, bench: Bench, effort: Effort) -> Judgement:
    kind = bench.kind
    if law.executes and bench.executes and bench.why_not_runnable is not None:
        return NotProven(
            kind.name, law.name, f"the kind cannot run here: {bench.why_not_runnable}", cannot_run=True
        )
    bench.reset_counts()
    seed, count = effort.seed_for(kind.name), effort.count(effects=bool(kind.effects))
    failures = Failures(law, bench, kind.name)
    try:
        if law.draws:
            source: DrawnExamples[Any] = bench.documents if law.over is Over.CHECKS else bench.trials
            examples = _each(_fixed(law, bench), source, count, seed)
            broken = failures.fails_on_any([list(examples)] if law.over is Over.BATCH else examples)
            if broken and effort.shrink and law.over is not Over.BATCH:
                source.shrink_failure(failures.test, count, seed)
        else:
            failures.fails_on_any(bench.rows if law.over is Over.ROWS else [None])
    except Unproven as error:
        return NotProven(kind.name, law.name, str(error))
    return failures.breach(effort.seed) or _vacuous(law, bench, effort.seed)


def judge_engine(law: Law, engine: Engine | None = None, effort: Effort | None = None) -> Breach | None:
    """Test a law on an engine, by default the installed core."""
    engine, effort = engine or Engine(), effort or Effort()
    engine.seen.clear()
    failures = Failures(law, engine, "engine")
    seed, count = effort.seed_for("engine"), effort.count(effects=False)
    if law.over is Over.KIND:
        failures.fails_on_any([None])
    elif failures.fails_on_any(_each(fixed_scenarios(), scenarios(), count, seed)) and effort.shrink:
        scenarios().shrink_failure(failures.test, count, seed)
    missing = [one for one in law.needs if not engine.seen[one]]
    if failures.shortest is None and missing:
        message = f"vacuous: saw no verdict that was {' and none that was '.join(missing)}"
        return Breach("engine", law.name, law.says, message, seed=effort.seed, is_vacuous=True)
    return failures.breach(effort.seed)


def judge_gap(law: Law, bench: Bench, gap: KnownGap) -> Breach | None:
    """Test a law on the witness of a declared gap; return a breach when the law is not broken there."""
    bench = bench.for_rows if law.over is Over.ROWS else bench
    bench.reset_counts()
    failures, witness = Failures(law, bench, bench.kind.name), gap.witness
    examples: Iterable[Any] = [witness]
    if law.over is Over.KIND:
        examples = [None]
    elif law.over is Over.ROWS:
        examples = [row for row in bench.rows if witness is None or row.trial == witness]
    elif witness is None:
        fixed = _fixed(law, bench)
        examples = [list(fixed)] if law.over is Over.BATCH else fixed
    elif law.over is not Over.TRIALS:
        examples = [[witness] if law.over is Over.BATCH else witness.check]
    failures.fails_on_any(examples)
    bench.close()
    if failures.shortest is not None:
        return None
    message = f"the known gap is closed, or its witness does not show it: take KnownGap({gap.reason!r}) away"
    return Breach(bench.kind.name, law.name, law.says, message, witness)


def _each(fixed: Iterable[T], source: DrawnExamples[T], count: int, seed: int) -> Iterator[T]:
    """Yield the fixed examples and then the drawn ones, which are not drawn when the law breaks before."""
    yield from fixed
    yield from source.examples(count, seed)


def _fixed(law: Law, bench: Bench) -> Iterable[Any]:
    """Yield the examples of every run, which do not depend on the draw."""
    if law.over is Over.CHECKS:
        yield from bench.checks
        yield from broken_checks(bench)
    else:
        yield from (row.trial for row in bench.rows)
        yield from extreme_trials(bench)


def _vacuous(law: Law, bench: Bench, seed: int) -> Breach | None:
    """Return a breach when a law saw too little, or saw vocabulary executed; else None."""
    executed = ("passed", "failed")
    if bench.executes:
        missing = [one for one in law.needs if not bench.seen[one]]
        message = f"vacuous: saw nothing {' and nothing '.join(missing)}: add rows to the examples"
    else:
        missing = [one for one in executed if bench.seen[one]]
        message = "the kind is vocabulary, and still it was executed"
    if not missing:
        return None
    return Breach(bench.kind.name, law.name, law.says, message, seed=seed, is_vacuous=bench.executes)
