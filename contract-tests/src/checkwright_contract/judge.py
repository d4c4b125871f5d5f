"""Hold one law against one kind, and say what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias, TypeVar

from .bench import Bench
from .breach import Breach, KnownGap, NotProven
from .draws import Drawn
from .effort import Effort
from .engine import Engine
from .failures import Failures
from .law import Law, Over, Unproven
from .sources.scenes import given_scenes, scenes
from .sources.trials import broken_checks, extreme_trials

__all__ = ["Judgement", "judge", "judge_engine", "judge_gap"]

T = TypeVar("T")

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
    seed, count = effort.seed_for(kind.name), effort.count(effects=bool(kind.effects))
    failures = Failures(law, bench, kind.name)
    try:
        if law.draws:
            source: Drawn[Any] = bench.documents if law.over is Over.CHECKS else bench.trials
            examples = _each(_given(law, bench), source, count, seed)
            broken = failures.first_of([list(examples)] if law.over is Over.BATCH else examples)
            if broken and effort.shrink and law.over is not Over.BATCH:
                source.shortened(failures.hold, count, seed)
        else:
            failures.first_of(bench.rows if law.over is Over.ROWS else [None])
    except Unproven as error:
        return NotProven(kind.name, law.name, str(error))
    return failures.breach(effort.seed) or _vacuous(law, bench, effort.seed)


def judge_engine(law: Law, engine: Engine | None = None, effort: Effort | None = None) -> Breach | None:
    """Hold a law against an engine, by default the installed core."""
    engine, effort = engine or Engine(), effort or Effort()
    engine.seen.clear()
    failures = Failures(law, engine, "engine")
    seed, count = effort.seed_for("engine"), effort.count(effects=False)
    if law.over is Over.KIND:
        failures.first_of([None])
    elif failures.first_of(_each(given_scenes(), scenes(), count, seed)) and effort.shrink:
        scenes().shortened(failures.hold, count, seed)
    missing = [one for one in law.needs if not engine.seen[one]]
    if failures.shortest is None and missing:
        message = f"vacuous: saw no verdict that was {' and none that was '.join(missing)}"
        return Breach("engine", law.name, law.says, message, seed=effort.seed, is_vacuous=True)
    return failures.breach(effort.seed)


def judge_gap(law: Law, bench: Bench, gap: KnownGap) -> Breach | None:
    """Hold a law against the witness of a declared gap: it must break there, or the gap is closed."""
    bench.forget()
    failures, witness = Failures(law, bench, bench.kind.name), gap.witness
    examples: Iterable[Any] = [witness]
    if law.over is Over.KIND:
        examples = [None]
    elif law.over is Over.ROWS:
        examples = [row for row in bench.rows if witness is None or row.trial == witness]
    elif witness is None:
        given = _given(law, bench)
        examples = [list(given)] if law.over is Over.BATCH else given
    elif law.over is not Over.TRIALS:
        examples = [[witness] if law.over is Over.BATCH else witness.check]
    failures.first_of(examples)
    if failures.shortest is not None:
        return None
    message = f"the known gap is closed, or its witness does not show it: take KnownGap({gap.reason!r}) away"
    return Breach(bench.kind.name, law.name, law.says, message, witness)


def _each(given: Iterable[T], source: Drawn[T], count: int, seed: int) -> Iterator[T]:
    """Yield what every run looks at, then what is drawn: nothing is, when the law breaks before."""
    yield from given
    yield from source.examples(count, seed)


def _given(law: Law, bench: Bench) -> Iterable[Any]:
    """Yield what every run looks at, whatever is drawn."""
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
    if not missing:
        return None
    return Breach(bench.kind.name, law.name, law.says, message, seed=seed, is_vacuous=bench.executes)
